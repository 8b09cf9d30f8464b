import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { schemas } from '../postgres/roles.ts';

/** A NATS user: the gateway and the six services, by their short names. */
export const natsUsers = ['gateway', ...schemas] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Readonly<Record<NatsUser, string>>;

/** What one user may do: lists of subjects, wildcards allowed. */
export interface NatsPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it serves requests: it may then answer each once, without a permission to write into every inbox. */
  readonly answers: boolean;
}

const permissionsFile = join(repositoryRoot, 'deploy', 'nats', 'permissions.json');

/** The permissions of every user, generated from what the services declare (deploy/nats/README.md). */
export const generatedPermissions = (): Readonly<Record<NatsUser, NatsPermissions>> =>
  JSON.parse(readFileSync(permissionsFile, 'utf8')) as Record<NatsUser, NatsPermissions>;

export interface NatsConfigOptions {
  /** Where it listens; 127.0.0.1 when absent. */
  readonly host?: string;
  readonly port: number;
  readonly storeDir: string;
  /** Per-service users. Without them one user without password has all rights (tests of single pieces). */
  readonly passwords?: NatsPasswords;
  /** Other permissions than the generated ones of this checkout, for some users or all. */
  readonly permissions?: Readonly<Partial<Record<NatsUser, NatsPermissions>>> | undefined;
  /** Password of the system account's user; nobody uses it but an operator. */
  readonly systemPassword: string;
  /** Disk for JetStream, as nats-server writes it (`256KB`); 4GB when absent. */
  readonly maxFileStore?: string | undefined;
}

const text = (value: string): string => JSON.stringify(value);
const list = (values: readonly string[]): string => `[${values.map(text).join(', ')}]`;

/**
 * The server remembers every message that could be answered until it was, or for so long. More than 4,096 of them, and nats-server
 * 2.9 goes through all of them again with each further message: one that hears every event and may answer (events are requests,
 * to JetStream) cost it half of its processor. No call waits longer than 30 s for its answer.
 */
const RIGHT_TO_ANSWER = 'allow_responses: { max: 1, expires: "35s" }';

const userBlock = (user: NatsUser, password: string, permissions: NatsPermissions): string => {
  const { publish, subscribe, answers } = permissions;
  const rights = [`publish: { allow: ${list(publish)} }`, `subscribe: { allow: ${list(subscribe)} }`];
  return `      { user: ${text(user)}, password: ${text(password)}, permissions: { ${[...rights, ...(answers ? [RIGHT_TO_ANSWER] : [])].join(', ')} } }`;
};

/**
 * The server's configuration. Explicit accounts, no WebSocket, MQTT or leaf nodes (known holes of the packaged 2.9.10). Uses
 * nothing newer than 2.9.
 */
export const natsConfig = (options: NatsConfigOptions): string => {
  const passwords = options.passwords;
  const permissionsOf = (user: NatsUser): NatsPermissions =>
    options.permissions?.[user] ?? generatedPermissions()[user];
  const users =
    passwords === undefined
      ? `      { user: "tests", password: ${text(options.systemPassword)} }`
      : natsUsers.map((user) => userBlock(user, passwords[user], permissionsOf(user))).join('\n');
  return `listen: "${options.host ?? '127.0.0.1'}:${options.port}"
server_name: "postloom"
max_payload: 1MB
jetstream: { store_dir: ${text(options.storeDir)}, max_memory_store: 64MB, max_file_store: ${options.maxFileStore ?? '4GB'} }
accounts: {
  POSTLOOM: {
    jetstream: enabled
    users: [
${users}
    ]
  }
  SYS: { users: [{ user: "system", password: ${text(options.systemPassword)} }] }
}
system_account: SYS
${passwords === undefined ? 'no_auth_user: "tests"\n' : ''}`;
};
