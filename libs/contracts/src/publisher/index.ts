export * from './publisher.ts';
