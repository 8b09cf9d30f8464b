import { natsConfig, type NatsConfigOptions } from '../../local/src/nats/config.ts';
import { connectionUrl, schemas, type SchemaName } from '../../local/src/postgres/roles.ts';
import type { Secrets } from '../../local/src/stack/state.ts';

type Files = Readonly<Record<string, string>>;

/** What only one service knows. */
const own = (schema: SchemaName, secrets: Secrets): Files => {
  switch (schema) {
    case 'media':
      return {
        S3_ACCESS_KEY: secrets.s3AccessKey,
        S3_SECRET_KEY: secrets.s3SecretKey,
        TICKET_SECRETS: secrets.ticketSecrets,
      };
    case 'publisher':
      return { VAULT_KEYS: secrets.vaultKeys };
    case 'identity':
      return { VAULT_KEYS: secrets.identityVaultKeys, VAPID_KEYS: secrets.vapidKeys };
    case 'captions':
    case 'scheduling':
    case 'analytics':
      return {};
  }
};

/**
 * The secret files of each volume `secrets-<name>` of docker-compose.yml. A container mounts the volumes it needs and no other, so nobody
 * but the migrations has the password of a schema's owner.
 */
export const secretFiles = (
  secrets: Secrets,
  permissions: NonNullable<NatsConfigOptions['permissions']>,
): Readonly<Record<string, Files>> => {
  const database = 'postgres:5432';
  return {
    postgres: { POSTGRES_PASSWORD: secrets.postgres },
    nats: {
      'nats.conf': natsConfig({
        host: '0.0.0.0',
        port: 4222,
        storeDir: '/data',
        passwords: secrets.nats,
        permissions,
        systemPassword: secrets.natsSystem,
      }),
    },
    objects: { S3_ACCESS_KEY: secrets.s3AccessKey, S3_SECRET_KEY: secrets.s3SecretKey },
    gateway: { NATS_PASSWORD: secrets.nats.gateway, CALLER_SIGNING_KEY: secrets.callerKeys.signing },
    ...Object.fromEntries(
      schemas.flatMap((schema) => [
        [
          schema,
          {
            NATS_PASSWORD: secrets.nats[schema],
            CALLER_KEYS: secrets.callerKeys.verification,
            DATABASE_URL: connectionUrl(schema, 'service', database, secrets.roles),
            WORKER_DATABASE_URL: connectionUrl(schema, 'worker', database, secrets.roles),
            ...own(schema, secrets),
          },
        ],
        [`${schema}-migration`, { MIGRATION_DATABASE_URL: connectionUrl(schema, 'owner', database, secrets.roles) }],
      ]),
    ),
  };
};
