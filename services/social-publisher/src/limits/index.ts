export { LimitsModule } from './limits.module.ts';
