export { PublishModule } from './publish.module.ts';
