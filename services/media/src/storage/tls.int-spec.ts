import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, metricsText, overrideEnvironment, ShutdownRegistry } from '@postloom/chassis';
import { onIpv6, testAuthority, trusting } from '@postloom/testing';
import { startObjectStore } from '../../../../deploy/local/object-store/src/server.ts';
import type { RunningObjectStore } from '../../../../deploy/local/object-store/src/server.ts';
import { config } from '../config.ts';
import { Storage } from './storage.ts';

describe('the object storage of an installation with its own network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postloom-tls-'));
  const authority = testAuthority();
  const keys = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1' };
  const servers: (http.Server | https.Server)[] = [];
  const shutdown = new ShutdownRegistry(createLogger('test', 'silent'));
  let store: RunningObjectStore;

  const listening = async <S extends http.Server | https.Server>(server: S): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as net.AddressInfo).port;
  };
  /** The store behind a server with that certificate. */
  const secured = ({ cert, key }: { cert: string; key: string }): Promise<number> =>
    listening(
      https.createServer({ cert, key }, (request, response) => {
        const { method, url, headers } = request;
        const onward = http.request(store.url + url, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        });
        request.pipe(onward);
      }),
    );
  const storageAt = (endpoint: string, more: Record<string, string> = {}): Storage => {
    overrideEnvironment({
      SERVICE_INTERNAL_PORT: '4000',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY: keys.accessKey,
      S3_SECRET_KEY: keys.secretKey,
      TICKET_SECRETS: `t1:${'x'.repeat(32)}`,
      ...more,
    });
    return new Storage(config, shutdown);
  };
  const write = (storage: Storage): Promise<unknown> =>
    storage.putBytes('photo', Buffer.from('bytes'), 'text/plain').then(
      () => 'stored',
      (error: unknown) => String((error as Error).cause),
    );

  beforeAll(async () => {
    store = await startObjectStore({ dataDir: folder, port: 0, bucket: 'photos', credentials: () => [keys] });
  });
  afterAll(async () => {
    await shutdown.run('close');
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await store.stop();
    overrideEnvironment();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is trusted by the installation’s authority alone, and shows when its certificate expires', async () => {
    const endpoint = `https://localhost:${await secured(authority.certify('DNS:localhost'))}`;
    expect(await write(storageAt(endpoint))).toMatch(/certificate/);
    expect(await trusting([authority.certificate], () => write(storageAt(endpoint)))).toBe('stored');
    const shown = /postloom_tls_certificate_expiry_seconds\{server="s3"\} (\S+)/.exec(await metricsText())?.[1];
    expect((Number(shown) * 1_000 - Date.now()) / 86_400_000).toBeCloseTo(30, 0);
  });

  it('is refused under another server’s name', async () => {
    const endpoint = `https://localhost:${await secured(authority.certify('DNS:s3.example.com'))}`;
    expect(await trusting([authority.certificate], () => write(storageAt(endpoint)))).toContain(
      "Hostname/IP does not match certificate's altnames",
    );
  });

  it('is reached by its IPv6 address', async () => {
    const way = await onIpv6(store.port);
    expect(await write(storageAt(`http://[::1]:${way.port}`))).toBe('stored');
    way.close();
  });

  it('is reached through the egress proxy, and past it where NO_PROXY names it', async () => {
    const asked: string[] = [];
    const secure = await secured(authority.certify('DNS:s3.test,DNS:localhost'));
    const proxy = http.createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(String(request.url));
      const tunnel = net.connect(secure, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        tunnel.pipe(socket).pipe(tunnel);
      });
      socket.on('error', () => tunnel.destroy());
    });
    const HTTPS_PROXY = `http://127.0.0.1:${await listening(proxy)}`;
    await trusting([authority.certificate], async () => {
      // Nobody but the proxy knows where this name leads.
      expect(await write(storageAt('https://s3.test', { HTTPS_PROXY }))).toBe('stored');
      expect(asked).toEqual(['s3.test:443']);
      expect(await write(storageAt(`https://localhost:${secure}`, { HTTPS_PROXY, NO_PROXY: 'localhost' }))).toBe(
        'stored',
      );
      expect(asked).toHaveLength(1);
    });
  });
});
