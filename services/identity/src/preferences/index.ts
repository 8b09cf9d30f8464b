export * from './notice-kinds.ts';
export * from './preferences.module.ts';
export * from './preferences.repository.ts';
export * from './preferences.ts';
export * from './quiet-hours.ts';
export * from './report-links.ts';
export * from './unsubscribe-links.ts';
