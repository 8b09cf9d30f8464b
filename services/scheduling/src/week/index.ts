export { WeekModule } from './week.module.ts';
