export * from './passkeys.module.ts';
export * from './passkeys.ts';
export type { StoredPasskey } from './passkeys.repository.ts';
