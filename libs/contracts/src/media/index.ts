export * from './media.ts';
export * from './upload-rules.ts';
