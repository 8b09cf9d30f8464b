export * from './caption-fixes.ts';
export * from './crop-fixes.ts';
export * from './platforms.ts';
export * from './preflight-rules.ts';
export * from './rules.ts';
