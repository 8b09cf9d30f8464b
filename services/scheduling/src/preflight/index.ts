export { PreflightModule } from './preflight.module.ts';
