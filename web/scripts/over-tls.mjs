/** The web origin as people reach it, with TLS and HTTP/2, in front of a running product that speaks neither. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts the origin of this build on a free port, with a certificate that nobody has signed; calls go on to the product at `origin`.
 * Gives its address and how to stop it.
 */
export async function overTls(origin) {
  const folder = await mkdtemp(join(tmpdir(), 'postloom-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(web, 'server/src/main.ts')], {
    env: {
      ...process.env,
      ...{ PORT: '0', PUBLIC_URL: 'https://localhost', GATEWAY_URL: origin, WEB_ROOT: join(web, 'dist') },
      ...{ TLS_CERT_FILE: cert, TLS_KEY_FILE: key },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let port;
  for await (const line of createInterface(server.stdout)) {
    port = /"message":"listening","port":(\d+)/.exec(line)?.[1];
    if (port !== undefined) break;
  }
  if (port === undefined)
    throw new Error('The web origin did not start; npx nx run @postloom/web:build makes its pages.');
  server.stdout.resume();
  return {
    origin: `https://localhost:${port}`,
    stop: async () => {
      server.kill();
      await rm(folder, { recursive: true });
    },
  };
}
