export * from './signed-in.ts';
export * from './user.ts';
