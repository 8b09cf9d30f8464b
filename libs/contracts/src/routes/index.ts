export * from './live.ts';
export * from './routes.ts';
