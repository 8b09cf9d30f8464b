export * from './events.ts';
export * from './industries.ts';
export * from './notifications.ts';
export * from './rpc.ts';
export * from './schemas.ts';
