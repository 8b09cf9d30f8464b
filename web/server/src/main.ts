import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startWebServer } from './server.ts';
import { readSettings } from './settings.ts';

const builtClient = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist');
const settings = readSettings(process.env, builtClient);
const server = await startWebServer(settings);
process.stdout.write(`web origin at http://${settings.host}:${server.port}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server.stop().then(() => process.exit(0));
  });
}
