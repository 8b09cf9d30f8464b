export { StarterWeekModule } from './starter-week.module.ts';
