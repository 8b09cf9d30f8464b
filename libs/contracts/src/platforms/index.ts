export * from './caption-fixes.ts';
export { captionLengthWith } from './caption-length.ts';
export { platforms } from './catalogue.ts';
export * from './crop-fixes.ts';
export type { PlatformRules } from './platform-rules.ts';
export * from './platforms.ts';
export * from './preflight-rules.ts';
export * from './rules.ts';
