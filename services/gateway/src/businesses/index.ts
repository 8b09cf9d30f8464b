export { BusinessesModule } from './businesses.module.ts';
