export * from './alt-text.ts';
export * from './captions.ts';
export * from './change.ts';
export * from './languages.ts';
export * from './providers.ts';
export * from './voice.ts';
export * from './voice-preview.ts';
