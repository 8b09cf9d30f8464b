import { platformRules, platforms } from '../../../../libs/contracts/src/platforms/catalogue.ts';
import { sandboxEnvironment, sandboxPayments } from '../../../sandbox/src/environment.ts';
import { connectionUrl } from '../postgres/roles.ts';
import type { LocalSettings } from '../settings.ts';
import { mallocSettings } from './services.ts';
import type { Replica } from './services.ts';
import type { Ports, Secrets } from './state.ts';

/** Everything a service's environment is made from. */
export interface StackAddresses {
  readonly settings: LocalSettings;
  readonly secrets: Secrets;
  readonly ports: Ports;
  /** The Postgres that is used: `base` is `host:port`, `socket` the folder of its Unix socket, where there is one. */
  readonly postgres: { readonly base: string; readonly database: string; readonly socket?: string | undefined };
  readonly natsUrl: string;
  readonly s3Endpoint: string;
  readonly bucket: string;
}

type Values = Record<string, string | undefined>;

/** Names that any program needs from the shell it was started in. */
const shellNames = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'LOG_LEVEL',
  'POSTLOOM_FAULT_INJECTION',
  'POSTLOOM_FAILPOINTS',
];

/** Settings of how every service works with its database and the broker, and of how long it keeps what. */
const everyService = /^(DATABASE_(POOL|WORKER_POOL|CONNECT)|EVENT_|STREAM_|FEED_|RELAY_|KEEP_)/;

/** Settings of the outside world, by the service that uses them. Only that service gets to see them. */
const outside: Readonly<Record<string, readonly string[]>> = {
  gateway: ['LIMIT', 'TRUSTED'],
  identity: ['SMTP', 'OIDC', 'STRIPE', 'MAIL', 'LIMIT'],
  media: ['S3', 'PICTURE', 'UPLOAD', 'STORAGE'],
  captions: ['OPENAI', 'ANTHROPIC', 'XAI', 'AI', 'LIMIT', 'CAPTION'],
  publisher: [...platforms.map((platform) => platformRules[platform].settingsPrefix), 'PUBLISH'],
  scheduling: [],
  analytics: [],
};

/** Credentials of the provider that the stack brings along; they work only there. */
const localOpenid = { clientId: 'postloom-local', clientSecret: 'openid-local-secret' } as const;

/** Settings of that provider's own process. */
export const openidProgram = ({ port, openidPort }: LocalSettings): Values => ({
  OPENID_PORT: String(openidPort),
  OPENID_PRODUCT_URL: `http://localhost:${port}`,
  OPENID_CLIENT_ID: localOpenid.clientId,
  OPENID_CLIENT_SECRET: localOpenid.clientSecret,
});

/** True when people sign in at the provider that the stack brings along. */
export const hasOwnOpenid = ({ openid, environment }: LocalSettings): boolean =>
  openid === 'on' && !environment['OIDC_ISSUER'] && !environment['OIDC_ISSUER_FILE'];

/** The gateway must know that there is a provider; only identity speaks with it. */
const openidValues = (service: string, settings: LocalSettings): Values => {
  if (!hasOwnOpenid(settings)) {
    return service === 'gateway' ? pick(settings.environment, (name) => /^OIDC_(ISSUER|NAME)(_FILE)?$/.test(name)) : {};
  }
  const issuer = { OIDC_ISSUER: `http://localhost:${settings.openidPort}` };
  switch (service) {
    case 'gateway':
      return { ...issuer, OIDC_NAME: 'Try-out Accounts' };
    case 'identity':
      return { ...issuer, OIDC_CLIENT_ID: localOpenid.clientId, OIDC_CLIENT_SECRET: localOpenid.clientSecret };
    default:
      return {};
  }
};

/** Our own choice between ways to pay, which begins like Stripe's settings. */
const PAYMENTS = 'STRIPE';
const groupOf = (name: string): string => name.split('_', 1)[0] ?? '';
const isCredential = (name: string): boolean => /_(CLIENT_ID|CLIENT_SECRET|API_KEY|SECRET_KEY)(_FILE)?$/.test(name);

/**
 * The sandbox's values under the person's own. A person who sets a credential of a platform or provider means the real one: none of the
 * sandbox's values of that group stay. One who only sets an address changes just that.
 */
export const outsideValues = (service: string, given: Readonly<Values>, sandbox: Readonly<Values>): Values => {
  const groups = new Set(outside[service] ?? []);
  const own = Object.entries(given).filter(
    ([name, value]) => name !== PAYMENTS && groups.has(groupOf(name)) && value !== undefined && value !== '',
  );
  const real = new Set(own.filter(([name]) => isCredential(name)).map(([name]) => groupOf(name)));
  const values: Values = {};
  for (const [name, value] of Object.entries(sandbox)) {
    if (groups.has(groupOf(name)) && !real.has(groupOf(name))) {
      values[name] = value;
    }
  }
  for (const [name, value] of own) {
    values[name] = value;
    if (name.endsWith('_FILE')) {
      values[name.slice(0, -'_FILE'.length)] = undefined;
    }
  }
  return values;
};

const pick = (from: Readonly<Values>, isWanted: (name: string) => boolean): Values =>
  Object.fromEntries(
    Object.entries(from).filter(([name, value]) => isWanted(name) && value !== undefined && value !== ''),
  );

/**
 * The whole environment of one process of a service. The same names configure an install in a cluster; only the values differ, and
 * no service can tell that a sandbox answers. Variables that start with the service's name (`PUBLISHER_…`) are passed.
 */
export const serviceEnvironment = ({ name, service }: Replica, stack: StackAddresses): Values => {
  const { settings, secrets, ports } = stack;
  const given = settings.environment;
  const publicUrl = `http://localhost:${settings.port}`;
  const address = { origin: `http://localhost:${settings.sandboxPort}`, smtpPort: ports['smtp'] ?? 0 };
  const sandbox = {
    ...sandboxEnvironment(address),
    ...(settings.payments === 'sandbox' ? sandboxPayments(address) : {}),
  };
  const values: Values = {
    ...pick(
      given,
      (name) =>
        shellNames.includes(name) || everyService.test(name) || name.startsWith(`${service.name.toUpperCase()}_`),
    ),
    NODE_ENV: 'production',
    ...mallocSettings,
    SERVICE_NAME: service.name,
    SERVICE_HOST: '127.0.0.1',
    SERVICE_INTERNAL_PORT: String(ports[`${name}-internal`]),
    PUBLIC_URL: publicUrl,
    NATS_URL: stack.natsUrl,
    RATE_LIMITS: settings.rateLimits,
    SIMULATED_PAYMENT: 'on',
    OUTBOUND_ALLOW_PRIVATE: 'on',
    MEDIA_PULL_URL: publicUrl,
    ...outsideValues(service.name, given, sandbox),
    ...openidValues(service.name, settings),
  };
  if (service.listens) {
    values['SERVICE_PORT'] = String(ports[name]);
  }
  if (settings.natsUrl === undefined) {
    values['NATS_USER'] = service.name;
    values['NATS_PASSWORD'] = secrets.nats[service.name];
  } else {
    Object.assign(
      values,
      pick(given, (name) => /^NATS_(USER|PASSWORD)(_FILE)?$/.test(name)),
    );
  }
  if (service.schema !== undefined) {
    const { base, ...place } = stack.postgres;
    values['DATABASE_URL'] = connectionUrl(service.schema, 'service', base, secrets.roles, place);
    values['WORKER_DATABASE_URL'] = connectionUrl(service.schema, 'worker', base, secrets.roles, place);
    values['MIGRATION_DATABASE_URL'] = connectionUrl(service.schema, 'owner', base, secrets.roles, place);
    values['MIGRATE'] = 'on-start';
  }
  if (settings.traces === 'on') {
    values['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${ports['traces']}`;
    values['OTEL_TRACES_SAMPLER_ARG'] = given['OTEL_TRACES_SAMPLER_ARG'] ?? '1';
  }
  if (service.name === 'gateway') {
    values['CALLER_SIGNING_KEY'] = secrets.callerKeys.signing;
  } else {
    values['CALLER_KEYS'] = secrets.callerKeys.verification;
  }
  if (service.name === 'media') {
    values['TICKET_SECRETS'] = secrets.ticketSecrets;
  }
  if (['gateway', 'captions', 'publisher'].includes(service.name)) {
    values['MEDIA_INTERNAL_URL'] = `http://127.0.0.1:${ports['media']}`;
  }
  if (service.name === 'publisher') {
    values['VAULT_KEYS'] = secrets.vaultKeys;
  }
  if (service.name === 'identity') {
    values['VAULT_KEYS'] = secrets.identityVaultKeys;
    values['VAPID_KEYS'] = secrets.vapidKeys;
    values['PUSH_ALLOW_PRIVATE'] = 'on';
  }
  if (service.name === 'media' && settings.s3Endpoint === undefined) {
    values['S3_ENDPOINT'] = stack.s3Endpoint;
    values['S3_BUCKET'] = stack.bucket;
    values['S3_ACCESS_KEY'] = secrets.s3AccessKey;
    values['S3_SECRET_KEY'] = secrets.s3SecretKey;
    values['S3_REGION'] = 'us-east-1';
    if (settings.uploads === 'storage') {
      values['S3_PUBLIC_ENDPOINT'] = stack.s3Endpoint;
    }
  }
  return values;
};
