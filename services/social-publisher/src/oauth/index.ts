export { OauthModule } from './oauth.module.ts';
