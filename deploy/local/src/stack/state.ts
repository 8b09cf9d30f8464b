import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { natsUsers, type NatsPasswords } from '../nats/config.ts';
import { schemas, type AllRolePasswords } from '../postgres/roles.ts';
import { StartError } from '../settings.ts';

/** Secrets that a data folder was made with. Losing them means losing what they lock. */
export interface Secrets {
  readonly postgres: string;
  readonly roles: AllRolePasswords;
  readonly nats: NatsPasswords;
  readonly natsSystem: string;
  readonly s3AccessKey: string;
  readonly s3SecretKey: string;
  /** `id:secret`: signs upload tickets and expiring media addresses. */
  readonly ticketSecrets: string;
  /** Ed25519, `id:base64key`: with the first the gateway signs for whom it asks, by the second the services verify it. */
  readonly callerKeys: { readonly signing: string; readonly verification: string };
  /** `kid:base64key`, AES-256, for the platforms' tokens. */
  readonly vaultKeys: string;
  /** The same for the secrets of two-step sign-in, which identity alone opens. */
  readonly identityVaultKeys: string;
  /** `public:private`, P-256: names this installation to the push services of browsers. */
  readonly vapidKeys: string;
}

/** Writes a file so that after a crash either the old or the new content is there. */
export const writeDurably = (path: string, content: string, mode: number): void => {
  const partial = `${path}.${process.pid}`;
  const file = openSync(partial, 'w', mode);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(partial, path);
};

const readJson = (path: string): unknown => {
  if (!existsSync(path)) {
    return undefined;
  }
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new StartError(
      `${path} is damaged (${(error as Error).message}). Restore it, or delete the whole data folder to start empty.`,
    );
  }
};

const word = (bytes = 24): string => randomBytes(bytes).toString('base64url');

const newVaultKeys = (): string => `local1:${randomBytes(32).toString('base64')}`;

const newVapidKeys = (): string => {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  // Leading zeros belong to it.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32);
  return `${publicKey}:${privateKey.toString('base64url')}`;
};

const newCallerKeys = (): Secrets['callerKeys'] => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  // The last 32 bytes of either DER form are the key itself.
  const raw = (der: Buffer): string => `local1:${der.subarray(-32).toString('base64')}`;
  return {
    signing: raw(privateKey.export({ format: 'der', type: 'pkcs8' })),
    verification: raw(publicKey.export({ format: 'der', type: 'spki' })),
  };
};

/** Makes the data folder when it is missing. Open for passing, not for reading: Postgres' user must reach its own. */
export const prepareDataDir = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can't be made (${(error as Error).message}). Set POSTLOOM_DATA_DIR to a folder you may write to.`,
    );
  }
};

/** The folder's secrets, made once and kept readable for the owner only. */
export const loadSecrets = (dataDir: string): Secrets => {
  const path = join(dataDir, 'secrets.json');
  const known = (readJson(path) ?? {}) as Partial<Secrets>;
  const secrets: Secrets = {
    postgres: known.postgres ?? word(),
    roles: Object.fromEntries(
      schemas.map((schema) => [schema, { service: word(), worker: word(), owner: word(), ...known.roles?.[schema] }]),
    ) as unknown as AllRolePasswords,
    nats: Object.fromEntries(natsUsers.map((user) => [user, known.nats?.[user] ?? word()])) as unknown as NatsPasswords,
    natsSystem: known.natsSystem ?? word(),
    s3AccessKey: known.s3AccessKey ?? word(12),
    s3SecretKey: known.s3SecretKey ?? word(),
    ticketSecrets: known.ticketSecrets ?? `local1:${word(32)}`,
    callerKeys: known.callerKeys ?? newCallerKeys(),
    vaultKeys: known.vaultKeys ?? newVaultKeys(),
    identityVaultKeys: known.identityVaultKeys ?? newVaultKeys(),
    vapidKeys: known.vapidKeys ?? newVapidKeys(),
  };
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    writeDurably(path, text, 0o600);
  }
  return secrets;
};

/** Ports of the inner processes, remembered so that addresses in logs and tools stay the same. */
export type Ports = Record<string, number>;

export const loadPorts = (dataDir: string): Ports => (readJson(join(dataDir, 'ports.json')) ?? {}) as Ports;

export const savePorts = (dataDir: string, ports: Ports): void =>
  writeDurably(join(dataDir, 'ports.json'), `${JSON.stringify(ports, null, 2)}\n`, 0o644);
