export { AttentionModule } from './attention.module.ts';
