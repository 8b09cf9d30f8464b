export type { ThrottleKey } from './throttle-key.ts';
export * from './throttles.module.ts';
export * from './throttles.ts';
