export * from './albums.ts';
export * from './crop.ts';
export * from './media.ts';
export * from './upload-rules.ts';
