export { SocialModule } from './social.module.ts';
