export * from './sign-in.module.ts';
