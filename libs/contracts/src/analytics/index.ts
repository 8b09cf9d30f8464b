export * from './analytics.ts';
export * from './figures.ts';
export * from './finding-sentence.ts';
export * from './report-brand.ts';
export * from './report-mails.ts';
export * from './reports.ts';
export * from './report-shares.ts';
