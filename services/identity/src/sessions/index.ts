export * from './open-session.ts';
export * from './revoke-all-sessions.ts';
export * from './sessions.module.ts';
