import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './state.ts';

type Values = Record<string, string | undefined>;

const secret = new RegExp(
  [
    '^(NATS_USER|NATS_PASSWORD|(WORKER_|MIGRATION_)?DATABASE_URL|S3_ACCESS_KEY|S3_SECRET_KEY)$',
    '^(TICKET_SECRETS|CALLER_KEYS|CALLER_SIGNING_KEY|VAULT_KEYS|VAPID_KEYS)$',
    '_(API_KEY|CLIENT_SECRET)$',
  ].join('|'),
);

/** Where a process finds its secrets, a file for each setting. */
export const secretFolder = (dataDir: string, process: string): string => join(dataDir, 'secrets', process);

/** The same environment with every secret in a file that `NAME_FILE` names. */
export const withSecretFiles = (dataDir: string, process: string, environment: Values): Values => {
  const folder = secretFolder(dataDir, process);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      if (value === undefined || !secret.test(name)) {
        return [name, value];
      }
      const file = join(folder, name);
      writeDurably(file, value, 0o600);
      return [`${name}_FILE`, file];
    }),
  );
};
