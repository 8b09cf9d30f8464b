export * from './report-mails.module.ts';
export { ReportSchedulesRepository } from './report-schedules.repository.ts';
