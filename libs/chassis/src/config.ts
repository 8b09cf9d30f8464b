import { hostname, networkInterfaces } from 'node:os';
import { z } from 'zod';
import { parseAuthorities } from './authorities.ts';
import { messageOf } from './errors.ts';
import { SettingFiles } from './setting-files.ts';

/** An on/off switch of the environment. */
export const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** How often something may happen: at most `allowed` times in a window of `seconds` that opens with the first use. */
export interface RateLimit {
  readonly allowed: number;
  readonly seconds: number;
}

/** A limit as a setting: `LIMIT_…=10/900` is ten times in 900 seconds. */
export const rateLimit = (allowed: number, seconds: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,8}$/, 'write it as <times>/<seconds>, for example 10/900')
    .transform((text): RateLimit => {
      const [times, window] = text.split('/').map(Number) as [number, number];
      return { allowed: times, seconds: window };
    })
    .default({ allowed, seconds });
/** `::` takes IPv4 as well; a machine whose IPv6 is switched off has no such address. */
function anyAddress(): string {
  const addresses = Object.values(networkInterfaces()).flat();
  return addresses.some((one) => one?.family === 'IPv6') ? '::' : '0.0.0.0';
}

let serviceName = 'service';

/** Sets the service name that every config reports from now on; called by `bootstrap`. */
export function nameService(name: string): void {
  serviceName = name;
}

/** Wraps a parser that throws as a transformation whose error is listed with the others. */
export function reading<T>(parse: (text: string) => T) {
  return (text: string, context: z.RefinementCtx): T => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue(messageOf(error));
      return z.NEVER;
    }
  };
}

/** A setting in days, from one day to ten years. */
export const days = (usual: number) => z.coerce.number().int().min(1).max(3_650).default(usual);

const port = z.coerce.number().int().min(1).max(65535);

/** The settings every service has. Names in the environment are in `baseNames`. */
const baseShape = {
  name: z.string().default(() => serviceName),
  /** INSTANCE_ID: this process in traces; in a cluster the host's name is the pod's. */
  instanceId: z.string().default(() => hostname()),
  /** SERVICE_HOST; `any`: all addresses of the machine, of IPv6 too where it has any. */
  host: z
    .string()
    .default('127.0.0.1')
    .transform((host) => (host === 'any' ? anyAddress() : host)),
  internalPort: port,
  port: port.optional(),
  publicUrl: z.url().default('http://localhost:3000'),
  /** Like the next, several while the role's password is changed, one a line (deploy/docs/runbooks/rotate-credentials.md). */
  databaseUrl: z.string().default(''),
  /** Login role `<schema>_worker`, which sees the rows of all businesses. */
  workerDatabaseUrl: z.string().default(''),
  migrationDatabaseUrl: z.string().optional(),
  /** `transaction`: the database is reached through PgBouncer or the like, which gives each transaction any connection. */
  databasePooler: z.enum(['off', 'transaction']).default('off'),
  /** Connections of one process at most; without it the service's own figure. */
  databasePoolSize: z.coerce.number().int().min(1).max(500).optional(),
  /** The same for the role of its workers. */
  databaseWorkerPoolSize: z.coerce.number().int().min(1).max(500).optional(),
  /** Longest wait for a connection: for a free one of the pool, or for the server to accept a new one. */
  databaseConnectTimeoutMs: z.coerce.number().int().min(100).max(60_000).default(5000),
  /** A connection is replaced when it is this old: one by one, all of them come to use a changed password. */
  databaseConnectionSeconds: z.coerce.number().int().min(1).max(86_400).default(3_600),
  /** Days of retention (deploy/docs/retention.md). The inbox outlives the outbox by two, or the feed would repeat events. */
  keepOutboxDays: days(4),
  keepInboxDays: days(7),
  keepParkedEventsDays: days(400),
  keepUsageDays: days(800),
  migrate: z.enum(['on-start', 'never']).default('never'),
  natsUrl: z.string().default('nats://127.0.0.1:4222'),
  natsUser: z.string().optional(),
  natsPassword: z.string().optional(),
  otelEndpoint: z.url().optional(),
  traceRatio: z.coerce.number().min(0).max(1).default(0.05),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** `off` lifts every limit of `Throttles` and of the gateway: for load tests. */
  rateLimits: onOff.default(true),
  outboundAllowPrivate: onOff.default(false),
  /** EXTRA_CA, as a rule EXTRA_CA_FILE: certificates of authorities, PEM, trusted beside the public ones for every connection. */
  extraCa: z.string().transform(reading(parseAuthorities)).optional(),
  httpProxy: z.url().optional(),
  httpsProxy: z.url().optional(),
  noProxy: z.string().optional(),
  shutdownSeconds: z.coerce.number().int().min(1).max(600).default(25),
};

const baseNames: Record<string, string> = {
  name: 'SERVICE_NAME',
  host: 'SERVICE_HOST',
  internalPort: 'SERVICE_INTERNAL_PORT',
  port: 'SERVICE_PORT',
  otelEndpoint: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  traceRatio: 'OTEL_TRACES_SAMPLER_ARG',
};

type Shape = Record<string, z.ZodType>;
export type ServiceConfig = z.output<z.ZodObject<typeof baseShape>>;
export type ConfigOf<S extends Shape> = ServiceConfig & z.output<z.ZodObject<S>>;

/** The environment has wrong or missing variables; the message lists all of them, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

type Overrides = Readonly<Record<string, string | undefined>>;

const LOAD = Symbol('load');
const IN_ENVIRONMENT = Symbol('in environment');
/** What tests lay over the environment; another object each time they do. */
let overrides: Overrides | undefined;

/** The files of all settings of this process. */
export const settingFiles = new SettingFiles();
/** What is wrong with files that have changed, by the config that refuses them; their former values count. */
const refusals = new Map<object, readonly string[]>();
/** How every config that is in use is read. */
const loaders = new Set<() => void>();

/** Problems with settings whose files have changed since the start. */
export function refusedSettings(): readonly string[] {
  return [...new Set([...refusals.values()].flat())];
}

/** Takes over what changed files say, in every config that is in use. */
export function rereadSettings(): void {
  for (const load of loaders) {
    load();
  }
}

/**
 * Overrides environment variables and makes every config read them again. For tests, which run many services in one
 * process. Call without arguments to remove the overrides.
 */
export function overrideEnvironment(values?: Overrides): void {
  overrides = values === undefined ? undefined : { ...values };
  loaders.clear();
  settingFiles.forget();
}

/**
 * Declares the settings of a service. A key `vaultKeys` is read from `VAULT_KEYS` (a key in capitals from itself), or from
 * the file that `VAULT_KEYS_FILE` names, the way mounted secrets come. The base settings of `ServiceConfig` are always
 * part. Nothing is read until the first property is used, so importing a config file never fails; `bootstrap` reads it
 * first of all.
 * A file that changes is read again: read such a setting where it is used and keep no copy. When any setting would be wrong
 * after a change, all keep their former values and `refusedSettings` says why.
 * @throws {ConfigError} at first use, naming all wrong variables at once; values are never shown.
 */
export function defineConfig<S extends Shape = Record<never, never>>(shape?: S): ConfigOf<S> {
  return configIn(() => overrides, shape ?? {}) as ConfigOf<S>;
}

/**
 * The config of a service that keeps to the environment of now: an overriding one is that of one service, and the next service of a test
 * has its own. Without one it is the config itself.
 */
export function keptInEnvironment<C extends ServiceConfig>(config: C): C {
  if (overrides === undefined) {
    return config;
  }
  return (config as unknown as Record<symbol, (kept: Overrides) => C>)[IN_ENVIRONMENT]?.(overrides) ?? config;
}

function configIn(overridesOfNow: () => Overrides | undefined, shape: Shape): object {
  let loaded: Record<string, unknown> | undefined;
  let loadedFrom: Overrides | undefined;
  let loadedVersion = -1;
  const config: Record<string | symbol, unknown> = {};
  const load = (): Record<string, unknown> => {
    const version = settingFiles.version();
    const from = overridesOfNow();
    if (!loaded || loadedFrom !== from) {
      loaded = loadConfig(shape, from);
      loadedFrom = from;
      loaders.add(load);
      refusals.delete(config);
    } else if (loadedVersion !== version) {
      loaded = reloaded(config, shape, from, loaded);
    }
    loadedVersion = version;
    return loaded;
  };
  for (const key of Object.keys({ ...baseShape, ...shape })) {
    Object.defineProperty(config, key, { enumerable: true, get: () => load()[key] });
  }
  Object.defineProperty(config, LOAD, { value: load });
  Object.defineProperty(config, IN_ENVIRONMENT, { value: (kept: Overrides) => configIn(() => kept, shape) });
  return config;
}

/** Reads the configuration now. @throws {ConfigError} */
export function requireConfig(config: ServiceConfig): void {
  const load = (config as unknown as Record<symbol, (() => unknown) | undefined>)[LOAD];
  load?.();
}

/** `vaultKeys` -> `VAULT_KEYS`. */
export function environmentName(key: string): string {
  if (baseNames[key]) {
    return baseNames[key];
  }
  if (key === key.toUpperCase()) {
    return key;
  }
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** The values of now, or the former ones while the new ones are wrong. */
function reloaded(
  config: object,
  shape: Shape,
  overriding: Overrides | undefined,
  former: Record<string, unknown>,
): Record<string, unknown> {
  try {
    const values = loadConfig(shape, overriding);
    refusals.delete(config);
    return values;
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    refusals.set(config, error.problems);
    return former;
  }
}

function loadConfig(shape: Shape, overriding: Overrides | undefined): Record<string, unknown> {
  const environment: Record<string, string | undefined> = { ...process.env, ...overriding };
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries<z.ZodType>({ ...baseShape, ...shape })) {
    const name = environmentName(key);
    let text: string | undefined;
    try {
      text = readVariable(environment, name);
    } catch (error) {
      problems.push(`${name}_FILE: ${messageOf(error)}`);
      continue;
    }
    const result = schema.safeParse(text);
    if (result.success) {
      values[key] = result.data;
    } else if (text === undefined) {
      problems.push(`${name} is missing`);
    } else {
      problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join('; ')}`);
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return values;
}

/** An empty variable counts as absent: that is what compose files and charts produce for an unset value. */
function readVariable(environment: Record<string, string | undefined>, name: string): string | undefined {
  const direct = environment[name];
  if (direct !== undefined && direct !== '') {
    return direct;
  }
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') {
    return undefined;
  }
  try {
    return settingFiles.read(file, name);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new Error(`the file can't be read (${code ?? 'unknown'})`, { cause: error });
  }
}
