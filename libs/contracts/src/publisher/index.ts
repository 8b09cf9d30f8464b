export * from './connection-doctor.ts';
export * from './insights.ts';
export * from './messages.ts';
export * from './platform-callbacks.ts';
export * from './publisher.ts';
export * from './shared-accounts.ts';
export * from './shared-sentence.ts';
