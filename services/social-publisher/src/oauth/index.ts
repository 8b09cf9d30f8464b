export { OauthModule } from './oauth.module.ts';
export { redirectUriOf } from './flow.ts';
