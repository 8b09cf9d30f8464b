import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';

export interface Stage {
  /** Of the sandbox. */
  readonly origin: string;
  /** Of the pictures: `<pictures>/1.jpg`. */
  readonly pictures: string;
  readonly bytes: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

/** The sandbox and a server of pictures, both on free ports of this machine. */
export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postloom-walk-'));
  const sandbox = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, '../../sandbox/src/main.ts')], {
    env: {
      ...process.env,
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_WEBHOOK_URL: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bytes = new Map<string, Buffer>();
  for (const [name, red] of [
    ['/1.jpg', 200],
    ['/2.jpg', 90],
  ] as const) {
    const background = { r: red, g: 140, b: 60 };
    bytes.set(
      name,
      await sharp({ create: { width: 1080, height: 1080, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    );
  }
  const server = createServer((request, response) => {
    const picture = bytes.get(request.url ?? '');
    response.writeHead(picture ? 200 : 404, { 'content-type': 'image/jpeg' }).end(picture);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = await readyOrigin(sandbox.stdout);
  return {
    origin,
    pictures: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    bytes,
    close: async () => {
      server.closeAllConnections();
      server.close();
      sandbox.kill('SIGTERM');
      await once(sandbox, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function readyOrigin(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const said = JSON.parse(line) as { ready?: boolean; origin?: string };
    if (said.ready === true && said.origin !== undefined) {
      return said.origin;
    }
  }
  throw new Error('the sandbox did not start');
}
