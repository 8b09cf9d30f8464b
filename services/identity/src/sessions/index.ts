export * from './end-session.ts';
export * from './confirmed-sessions.ts';
export * from './open-session.ts';
export * from './revoke-all-sessions.ts';
export { addressHash } from './sessions.repository.ts';
export * from './sessions.module.ts';
