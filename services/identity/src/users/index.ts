export * from './emit-user-changed.ts';
export * from './signed-in.ts';
export * from './user.ts';
