export * from './calendar-feed.ts';
export * from './import.ts';
export * from './messages.ts';
export * from './preflight.ts';
export * from './recurring.ts';
export * from './replacements.ts';
export * from './resolve.ts';
export * from './scheduling.ts';
