import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, metricsText, SystemClock } from '@postloom/chassis';
import { eventually, testAuthority, testNats, trusting } from '@postloom/testing';
import type { ServerCertificate, TestNats } from '@postloom/testing';
import { Broker } from './broker.ts';

describe('the broker over TLS', () => {
  const authority = testAuthority();
  const good = authority.certify('DNS:localhost');
  const elsewhere = authority.certify('DNS:nats.example.com');
  let nats: TestNats;

  const serve = ({ certFile, keyFile }: ServerCertificate): void => {
    const tls = `tls { cert_file: "${certFile}", key_file: "${keyFile}" }\n`;
    nats.reload((config) => tls + config.replace(/^tls .*\n/, ''));
  };
  /** What is logged until the connection is there, or was refused once. */
  const outcome = async (scheme: 'tls' | 'nats'): Promise<string> => {
    const refused = Promise.withResolvers<string>();
    const logger = createLogger('test', 'silent');
    logger.warn = (_message, fields) => refused.resolve(String(fields?.['reason']));
    const url = `${scheme}://localhost:${nats.port}`;
    const login = () => ({ user: undefined, password: undefined });
    const broker = new Broker({ service: 'media', url, login }, new SystemClock(), logger);
    const connected = broker.connect().then(
      () => 'connected',
      () => 'closed',
    );
    try {
      return await Promise.race([connected, refused.promise]);
    } finally {
      await broker.close();
    }
  };

  beforeAll(async () => {
    nats = await testNats();
  });
  afterAll(() => nats.stop());

  it('in clear is refused where TLS is asked for', async () => {
    expect(await outcome('nats')).toBe('connected');
    expect(await outcome('tls')).toContain('tls');
  });

  it('is trusted by its authority, and shows when its certificate expires', async () => {
    serve(good);
    await eventually('it has read its certificate', async () => {
      expect(await trusting([authority.certificate], () => outcome('tls'))).toBe('connected');
    });
    const shown = /postloom_tls_certificate_expiry_seconds\{server="nats"\} (\S+)/.exec(await metricsText())?.[1];
    expect((Number(shown) * 1_000 - Date.now()) / 86_400_000).toBeCloseTo(30, 0);
  });

  it('is refused under an authority that nobody named, also when the server alone wants TLS', async () => {
    for (const scheme of ['tls', 'nats'] as const) {
      expect(await outcome(scheme)).toMatch(/certificate/);
    }
  });

  it('is refused under another server’s name', async () => {
    serve(elsewhere);
    await eventually('it has read its certificate', async () => {
      expect(await trusting([authority.certificate], () => outcome('tls'))).toContain(
        "Hostname/IP does not match certificate's altnames",
      );
    });
  });
});
