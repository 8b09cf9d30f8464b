export * from './define.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './scalars.ts';
