/**
 * The one-shot containers of docker-compose.yml that run before all others:
 *
 *   setup.js secrets     makes the secrets of this installation once and puts each container's into its own volume
 *   setup.js database    makes roles, database, schemas and grants; repeating it is harmless
 */
import { chownSync, chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NatsConfigOptions } from '../../local/src/nats/config.ts';
import { provision } from '../../local/src/postgres/server.ts';
import { loadSecrets, writeDurably } from '../../local/src/stack/state.ts';
import { secretFiles } from './secret-files.ts';

const stateDir = process.env['SETUP_STATE_DIR'] ?? '/state';

const writeSecrets = (secretsDir: string, permissionsFile: string): void => {
  const permissions = JSON.parse(readFileSync(permissionsFile, 'utf8')) as NonNullable<
    NatsConfigOptions['permissions']
  >;
  for (const [container, files] of Object.entries(secretFiles(loadSecrets(stateDir), permissions))) {
    const folder = join(secretsDir, container);
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      writeDurably(file, content, 0o444);
      chmodSync(file, 0o444);
    }
  }
};

const [command, ...folders] = process.argv.slice(2);
if (command === 'secrets') {
  writeSecrets(
    process.env['SETUP_SECRETS_DIR'] ?? '/secrets',
    process.env['NATS_PERMISSIONS_FILE'] ?? '/permissions.json',
  );
  // New volumes belong to root; the programs that keep data in these have the images' user.
  for (const folder of folders) {
    chownSync(folder, 65_532, 65_532);
  }
} else if (command === 'database') {
  const { postgres, roles } = loadSecrets(stateDir);
  await provision(`postgres://postgres:${encodeURIComponent(postgres)}@postgres:5432/postgres`, roles);
} else {
  process.stderr.write('Say what to set up: secrets or database\n');
  process.exitCode = 64;
}
