export * from './openid.module.ts';
