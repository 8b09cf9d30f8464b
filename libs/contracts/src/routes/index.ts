export * from './albums.ts';
export * from './connections.ts';
export * from './live.ts';
export * from './notifications.ts';
export * from './post-tools.ts';
export * from './recurring.ts';
export * from './routes.ts';
