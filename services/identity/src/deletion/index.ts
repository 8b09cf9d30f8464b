export { DeletionModule } from './deletion.module.ts';
