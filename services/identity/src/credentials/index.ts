export * from './credentials.module.ts';
export * from './credentials.repository.ts';
export * from './password-hasher.ts';
export * from './secret-token.ts';
