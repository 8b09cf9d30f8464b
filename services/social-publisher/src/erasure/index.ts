export { ErasureModule } from './erasure.module.ts';
