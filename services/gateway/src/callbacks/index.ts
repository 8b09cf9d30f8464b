export { CallbacksModule } from './callbacks.module.ts';
