import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Observer } from './observer.ts';
import { startWebServer } from './server.ts';
import { readSettings } from './settings.ts';

const builtClient = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist');
const settings = readSettings(process.env, builtClient);
const observer = new Observer(settings.logLevel);
const server = await startWebServer(settings, observer);
observer.log('info', 'listening', { port: server.port, internalPort: server.internalPort });

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server.stop().then(() => process.exit(0));
  });
}
