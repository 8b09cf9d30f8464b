export * from './bring-back.ts';
export * from './export-rows.ts';
