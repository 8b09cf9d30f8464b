export { SecurityModule } from './security.module.ts';
