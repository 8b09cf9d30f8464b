export * from './captions.ts';
