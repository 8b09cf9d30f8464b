export * from './captions.ts';
export * from './providers.ts';
