export * from './account-changes.module.ts';
export * from './close-ways.ts';
