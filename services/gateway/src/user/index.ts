export { UserModule } from './user.module.ts';
