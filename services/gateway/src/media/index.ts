export { MediaModule } from './media.module.ts';
