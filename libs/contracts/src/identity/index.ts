export * from './events.ts';
export * from './industries.ts';
export * from './rpc.ts';
export * from './schemas.ts';
