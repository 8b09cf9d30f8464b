import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../settings.ts';
import { outsideValues, serviceEnvironment } from './environment.ts';
import { replicasOf } from './services.ts';
import type { Secrets } from './state.ts';

const sandbox = {
  OPENAI_API_KEY: 'sandbox',
  OPENAI_BASE_URL: 'http://sandbox/openai',
  X_CLIENT_ID: 'sandbox-x',
  X_API_URL: 'http://sandbox/x',
};

const stackFor = (given: Record<string, string>) => {
  const passwords = { service: 's', worker: 'w', owner: 'o' };
  const secrets: Secrets = {
    postgres: 'pg-secret',
    roles: {
      identity: passwords,
      media: passwords,
      captions: passwords,
      scheduling: passwords,
      publisher: passwords,
      analytics: passwords,
    },
    nats: { gateway: 'n', identity: 'n', media: 'n', captions: 'n', scheduling: 'n', publisher: 'n', analytics: 'n' },
    natsSystem: 'sys',
    s3AccessKey: 'ak',
    s3SecretKey: 's3-secret',
    ticketSecrets: 'local1:ticket-secret',
    callerKeys: { signing: 'local1:private-key', verification: 'local1:public-key' },
    vaultKeys: 'local1:vault-secret',
    identityVaultKeys: 'local1:second-step-secret',
    vapidKeys: 'vapid-public:vapid-private',
  };
  const stack = {
    settings: readSettings(given),
    secrets,
    ports: { media: 1, gateway: 2, traces: 3, smtp: 4 },
    postgres: { base: '127.0.0.1:5', database: 'postloom' },
    natsUrl: 'nats://127.0.0.1:6',
    s3Endpoint: 'http://127.0.0.1:7',
    bucket: 'postloom',
  };
  return Object.fromEntries(replicasOf(() => 1).map((replica) => [replica.name, serviceEnvironment(replica, stack)]));
};

describe('environment of the services', () => {
  it('never lets a real key meet the sandbox', () => {
    expect(outsideValues('captions', { OPENAI_API_KEY: 'real' }, sandbox)).toEqual({ OPENAI_API_KEY: 'real' });
    expect(outsideValues('captions', { OPENAI_API_KEY_FILE: '/run/key' }, sandbox)).toEqual({
      OPENAI_API_KEY_FILE: '/run/key',
      OPENAI_API_KEY: undefined,
    });
  });

  it('changes only the address when only an address is given', () => {
    expect(outsideValues('publisher', { X_API_URL: 'http://proxy' }, sandbox)).toEqual({
      X_CLIENT_ID: 'sandbox-x',
      X_API_URL: 'http://proxy',
    });
  });

  it('takes payments at the sandbox when asked to, and at Stripe when its keys are given', () => {
    const paying = (given: Record<string, string>) =>
      Object.entries(stackFor(given)['identity'] ?? {}).filter(([name]) => name.startsWith('STRIPE'));
    expect(paying({})).toEqual([]);
    expect(Object.fromEntries(paying({ STRIPE: 'sandbox' }))).toEqual({
      STRIPE_SECRET_KEY: 'sk-sandbox-stripe',
      STRIPE_WEBHOOK_SECRET: 'whsec-sandbox-stripe',
      STRIPE_API_URL: 'http://localhost:3900/stripe',
    });
    const real = { STRIPE_SECRET_KEY: 'real', STRIPE_WEBHOOK_SECRET: 'real' };
    expect(Object.fromEntries(paying({ STRIPE: 'sandbox', ...real }))).toEqual(real);
    const holders = Object.entries(stackFor({ STRIPE: 'sandbox' })).filter(([, values]) => values['STRIPE_SECRET_KEY']);
    expect(holders.map(([name]) => name)).toEqual(['identity']);
    expect(() => stackFor({ STRIPE: 'maybe' })).toThrow('STRIPE');
  });

  it('gives every replica ports of its own and the settings of its service', () => {
    const counts = readSettings({ POSTLOOM_REPLICAS: 'publisher=2,media=3' }).replicas;
    const names = replicasOf(counts).map(({ name }) => name);
    expect(names.filter((name) => /publisher|media|gateway/.test(name))).toEqual([
      ...['gateway', 'media', 'media-2', 'media-3', 'publisher', 'publisher-2'],
    ]);
    expect(replicasOf(readSettings({ POSTLOOM_REPLICAS: '4' }).replicas)).toHaveLength(28);
    for (const wrong of ['0', '21', 'many', 'publisher=', 'publisher=2;media=2']) {
      expect(() => readSettings({ POSTLOOM_REPLICAS: wrong })).toThrow('POSTLOOM_REPLICAS');
    }
  });

  it('passes on how services work with the database and the broker, and how long they keep what', () => {
    const given = {
      KEEP_OUTBOX_DAYS: '2',
      EVENT_MAX_ACK_PENDING: '50',
      DATABASE_POOL_SIZE: '3',
      DATABASE_URL: 'postgres://x',
    };
    for (const values of Object.values(stackFor(given))) {
      expect(values).toMatchObject({ KEEP_OUTBOX_DAYS: '2', EVENT_MAX_ACK_PENDING: '50', DATABASE_POOL_SIZE: '3' });
      expect(values['DATABASE_URL']).not.toBe('postgres://x');
    }
  });

  it('gives every secret to the services that need it and to nobody else', () => {
    const all = stackFor({});
    const holders = (secret: string) =>
      Object.entries(all)
        .filter(([, values]) => Object.values(values).some((value) => value?.includes(secret)))
        .map(([name]) => name);
    expect(holders('vault-secret')).toEqual(['publisher']);
    expect(holders('second-step-secret')).toEqual(['identity']);
    expect(holders('s3-secret')).toEqual(['media']);
    expect(holders('ticket-secret')).toEqual(['media']);
    expect(holders('private-key')).toEqual(['gateway']);
    expect(holders('public-key')).toEqual(Object.keys(all).filter((name) => name !== 'gateway'));
    expect(holders('pg-secret')).toEqual([]);
    expect(holders('sk-sandbox-openai')).toEqual(['captions']);
    expect(holders('sandbox-x-client-secret')).toEqual(['publisher']);
    expect(holders('sandbox-linkedin-client-secret')).toEqual(['publisher']);
    expect(holders('sandbox-tiktok-client-secret')).toEqual(['publisher']);
    expect(all['gateway']?.['DATABASE_URL']).toBeUndefined();
    expect(all['media']?.['DATABASE_URL']).toBe('postgres://media:s@127.0.0.1:5/postloom');
    expect(all['media']?.['WORKER_DATABASE_URL']).toBe('postgres://media_worker:w@127.0.0.1:5/postloom');
    expect(all['media']?.['MIGRATION_DATABASE_URL']).toBe('postgres://media_owner:o@127.0.0.1:5/postloom');
  });

  it('lets identity alone speak with the provider, its own or one of the person’s, and tells the gateway of it', () => {
    const ofProvider = (given: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(stackFor(given)).flatMap(([name, values]) => {
          const found = Object.entries(values).filter(([key, value]) => key.startsWith('OIDC') && value !== undefined);
          return found.length === 0 ? [] : [[name, Object.fromEntries(found)]];
        }),
      );
    expect(ofProvider({})).toEqual({});
    expect(ofProvider({ POSTLOOM_OPENID: 'on', POSTLOOM_OPENID_PORT: '3951' })).toEqual({
      gateway: { OIDC_ISSUER: 'http://localhost:3951', OIDC_NAME: 'Try-out Accounts' },
      identity: {
        OIDC_ISSUER: 'http://localhost:3951',
        OIDC_CLIENT_ID: 'postloom-local',
        OIDC_CLIENT_SECRET: 'openid-local-secret',
      },
    });
    const own = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'mine', OIDC_CLIENT_SECRET: 'secret' };
    expect(ofProvider({ ...own, OIDC_NAME: 'Acme', POSTLOOM_OPENID: 'on' })).toEqual({
      gateway: { OIDC_ISSUER: 'https://login.example', OIDC_NAME: 'Acme' },
      identity: { ...own, OIDC_NAME: 'Acme' },
    });
  });

  it('uses an outside NATS and S3 instead of the embedded ones', () => {
    const all = stackFor({
      NATS_URL: 'nats://n',
      S3_ENDPOINT: 'http://s3',
      S3_ACCESS_KEY: 'mine',
      S3_SECRET_KEY: 'own',
    });
    expect(all['identity']?.['NATS_USER']).toBeUndefined();
    expect(all['media']).toMatchObject({ S3_ENDPOINT: 'http://s3', S3_ACCESS_KEY: 'mine', S3_SECRET_KEY: 'own' });
  });

  it('lets browsers reach the embedded object store when they are to send files there', () => {
    expect(stackFor({})['media']?.['S3_PUBLIC_ENDPOINT']).toBeUndefined();
    const { media, ...others } = stackFor({ POSTLOOM_UPLOADS: 'storage' });
    expect(media?.['S3_PUBLIC_ENDPOINT']).toBe(media?.['S3_ENDPOINT']);
    expect(Object.values(others).flatMap((values) => values['S3_PUBLIC_ENDPOINT'] ?? [])).toEqual([]);
    expect(() => stackFor({ POSTLOOM_UPLOADS: 'anywhere' })).toThrow('POSTLOOM_UPLOADS must be gateway or storage');
  });

  it('passes RATE_LIMITS and variables that start with the name of the service', () => {
    const all = stackFor({ POSTLOOM_RATE_LIMITS: 'off', PUBLISHER_VERIFY: 'off' });
    expect(all['gateway']?.['RATE_LIMITS']).toBe('off');
    expect(all['publisher']?.['PUBLISHER_VERIFY']).toBe('off');
    expect(all['gateway']?.['PUBLISHER_VERIFY']).toBeUndefined();
  });
});

describe('settings', () => {
  it('refuses wrong values with the name of the setting', () => {
    expect(() => readSettings({ POSTLOOM_PORT: '70000' })).toThrow(
      'POSTLOOM_PORT must be a port from 1 to 65535, but is "70000".',
    );
    expect(() => readSettings({ POSTLOOM_RATE_LIMITS: 'no' })).toThrow(
      'POSTLOOM_RATE_LIMITS must be on or off, but is "no".',
    );
    expect(() => readSettings({ DATABASE_URL_FILE: '/no/such/file' })).toThrow('DATABASE_URL_FILE names /no/such/file');
    expect(() => readSettings({ POSTLOOM_PORT: '3900' })).toThrow('must differ');
  });
});
