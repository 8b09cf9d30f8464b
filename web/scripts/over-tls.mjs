/** The web origin as people reach it, with TLS and HTTP/2, in front of a running product that speaks neither. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runDirectory } from '../../libs/testing/src/servers/run-directory.ts';
import { testAuthority } from '../../libs/testing/src/test-authority.ts';

const web = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts the origin of this build on a free port, with a certificate that no browser trusts; calls go on to the product at `origin`.
 * Gives its address and how to stop it.
 */
export async function overTls(origin) {
  const { certFile, keyFile } = testAuthority().certify('DNS:localhost', 1);
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(web, 'server/src/main.ts')], {
    env: {
      ...process.env,
      ...{ PORT: '0', PUBLIC_URL: 'https://localhost', GATEWAY_URL: origin, WEB_ROOT: join(web, 'dist') },
      ...{ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile },
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
      await rm(runDirectory(), { recursive: true });
    },
  };
}
