import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot } from './paths.ts';

/** A setting is wrong, or something on the machine is in the way; the message says what to do. Shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the local default; names and defaults are the table of the HTTP contract. */
export interface LocalSettings {
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  readonly rateLimits: 'on' | 'off';
  /** `pretty`: one line per event for people. `json`: the services' lines as they are. */
  readonly log: 'pretty' | 'json';
  /** `on` keeps every committed write through a power cut; `off` is for tests. */
  readonly fsync: 'on' | 'off';
  readonly traces: 'on' | 'off';
  /** `sandbox`: plans are paid at the sandbox's Stripe; given keys of Stripe take its place. */
  readonly payments: 'simulated' | 'sandbox';
  /** `storage`: browsers send files to the embedded object store themselves, as where `S3_PUBLIC_ENDPOINT` is set. */
  readonly uploads: 'gateway' | 'storage';
  /** `on`: the services read their secrets from files in the data folder, as in a cluster, and notice when those change. */
  readonly secretFiles: 'on' | 'off';
  /** `on`: the embedded Postgres counts and times every statement (pg_stat_statements); for measurements. */
  readonly statementTimes: 'on' | 'off';
  /** Processes of a service, as pods would be; the first is the one that the web origin and the other services ask. */
  readonly replicas: (service: string) => number;
  /** `on`: people sign in at an OpenID Connect provider, which the stack brings along when none is given. */
  readonly openid: 'on' | 'off';
  readonly openidPort: number;
  /** Given from outside: then the embedded part is not started. */
  readonly databaseUrl: string | undefined;
  readonly natsUrl: string | undefined;
  readonly s3Endpoint: string | undefined;
  /** Everything that was set, for passing on. */
  readonly environment: Environment;
}

/** Value of `NAME`, or the content of the file that `NAME_FILE` names. Empty counts as absent. */
export const readValue = (environment: Environment, name: string): string | undefined => {
  const direct = environment[name];
  if (direct !== undefined && direct !== '') {
    return direct;
  }
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') {
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new StartError(`${name}_FILE names ${file}, which can't be read: ${(error as Error).message}`);
  }
};

const readPort = (environment: Environment, name: string, fallback: number): number => {
  const text = readValue(environment, name);
  if (text === undefined) {
    return fallback;
  }
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`${name} must be a port from 1 to 65535, but is "${text}".`);
  }
  return port;
};

const readChoice = <T extends string>(
  environment: Environment,
  name: string,
  choices: readonly T[],
  fallback: T,
): T => {
  const text = readValue(environment, name);
  if (text === undefined) {
    return fallback;
  }
  const choice = choices.find((one) => one === text);
  if (choice === undefined) {
    throw new StartError(`${name} must be ${choices.join(' or ')}, but is "${text}".`);
  }
  return choice;
};

const mostReplicas = 20;

/** `4` for every service, or `publisher=2,scheduling=3` for some; the others have one. */
const readReplicas = (environment: Environment): ((service: string) => number) => {
  const text = readValue(environment, 'POSTLOOM_REPLICAS') ?? '1';
  const counts = new Map<string, number>();
  for (const part of text.split(',')) {
    const match = /^(?:(?<service>[a-z]+)=)?(?<count>\d+)$/.exec(part.trim())?.groups;
    const count = Number(match?.['count']);
    if (match === undefined || count < 1 || count > mostReplicas) {
      throw new StartError(
        `POSTLOOM_REPLICAS must be a number from 1 to ${mostReplicas}, or service=number parts such as publisher=2,scheduling=2, but is "${text}".`,
      );
    }
    counts.set(match['service'] ?? '*', count);
  }
  return (service) => counts.get(service) ?? counts.get('*') ?? 1;
};

/** Reads and checks all settings at once. Throws StartError. */
export const readSettings = (environment: Environment): LocalSettings => {
  const settings: LocalSettings = {
    port: readPort(environment, 'POSTLOOM_PORT', 3000),
    sandboxPort: readPort(environment, 'POSTLOOM_SANDBOX_PORT', 3900),
    dataDir: resolve(repositoryRoot, readValue(environment, 'POSTLOOM_DATA_DIR') ?? '.data'),
    rateLimits: readChoice(environment, 'POSTLOOM_RATE_LIMITS', ['on', 'off'], 'on'),
    log: readChoice(environment, 'POSTLOOM_LOG', ['pretty', 'json'], 'pretty'),
    fsync: readChoice(environment, 'POSTLOOM_FSYNC', ['on', 'off'], 'on'),
    traces: readChoice(environment, 'POSTLOOM_TRACES', ['on', 'off'], 'on'),
    payments: readChoice(environment, 'STRIPE', ['simulated', 'sandbox'], 'simulated'),
    uploads: readChoice(environment, 'POSTLOOM_UPLOADS', ['gateway', 'storage'], 'gateway'),
    secretFiles: readChoice(environment, 'POSTLOOM_SECRET_FILES', ['on', 'off'], 'off'),
    statementTimes: readChoice(environment, 'POSTLOOM_STATEMENT_TIMES', ['on', 'off'], 'off'),
    replicas: readReplicas(environment),
    openid: readChoice(environment, 'POSTLOOM_OPENID', ['on', 'off'], 'off'),
    openidPort: readPort(environment, 'POSTLOOM_OPENID_PORT', 3950),
    databaseUrl: readValue(environment, 'DATABASE_URL'),
    natsUrl: readValue(environment, 'NATS_URL'),
    s3Endpoint: readValue(environment, 'S3_ENDPOINT'),
    environment,
  };
  if (settings.port === settings.sandboxPort) {
    throw new StartError('POSTLOOM_PORT and POSTLOOM_SANDBOX_PORT must differ.');
  }
  return settings;
};
