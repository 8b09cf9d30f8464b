import { schemas, type SchemaName } from '../postgres/roles.ts';

/** A NATS user: the gateway and the six services, by their short names. */
export const natsUsers = ['gateway', ...schemas] as const;
export type NatsUser = (typeof natsUsers)[number];
export type NatsPasswords = Readonly<Record<NatsUser, string>>;

/** What one user may do: lists of subjects, wildcards allowed. */
export interface NatsPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it is asked anything: it may then answer each request once, without a right to write into every inbox. */
  readonly answers: boolean;
}

/** Name of the JetStream stream of a service (architecture page: one stream per service, subjects `<service>.>`). */
export const streamName = (schema: SchemaName): string => schema.toUpperCase();

/**
 * The rights of one user. A service tells only its own events, asks anybody, answers only for itself, and reads events
 * through JetStream consumers; it may make its own stream, and consumers on all streams, but delete or purge none.
 * The gateway owns no data, is asked nothing and hears every event for the live updates.
 */
export const permissionsOf = (user: NatsUser): NatsPermissions => {
  const jetstream = [
    '$JS.API.INFO',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.LIST',
    '$JS.API.STREAM.INFO.*',
    '$JS.API.CONSUMER.>',
    '$JS.ACK.>',
    '$JS.FC.>',
  ];
  // Its own answers only: messaging sets this inbox prefix, so that nobody reads what another was told.
  const inbox = [`_INBOX.${user}.>`];
  if (user === 'gateway') {
    return {
      publish: ['rpc.>', ...jetstream],
      subscribe: [...inbox, ...schemas.map((schema) => `${schema}.>`)],
      answers: false,
    };
  }
  const own = streamName(user);
  return {
    publish: [`${user}.>`, 'rpc.>', ...jetstream, `$JS.API.STREAM.CREATE.${own}`, `$JS.API.STREAM.UPDATE.${own}`],
    subscribe: [...inbox, `rpc.${user}.>`],
    answers: true,
  };
};

export interface NatsConfigOptions {
  readonly port: number;
  readonly storeDir: string;
  /** Per-service users. Without them one user without password has all rights (tests of single pieces). */
  readonly passwords?: NatsPasswords;
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

const userBlock = (user: NatsUser, password: string): string => {
  const { publish, subscribe, answers } = permissionsOf(user);
  const rights = [`publish: { allow: ${list(publish)} }`, `subscribe: { allow: ${list(subscribe)} }`];
  return `      { user: ${text(user)}, password: ${text(password)}, permissions: { ${[...rights, ...(answers ? [RIGHT_TO_ANSWER] : [])].join(', ')} } }`;
};

/**
 * The server's configuration. Explicit accounts and loopback only, no WebSocket, MQTT or leaf nodes (known holes of the
 * packaged 2.9.10). Uses nothing newer than 2.9.
 */
export const natsConfig = (options: NatsConfigOptions): string => {
  const passwords = options.passwords;
  const users =
    passwords === undefined
      ? `      { user: "tests", password: ${text(options.systemPassword)} }`
      : natsUsers.map((user) => userBlock(user, passwords[user])).join('\n');
  return `listen: "127.0.0.1:${options.port}"
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
