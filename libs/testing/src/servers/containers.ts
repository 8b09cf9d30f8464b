/**
 * The same servers from container images, for those who want the exact versions of a deployment: TESTCONTAINERS=on, a Docker daemon that
 * answers and the images present (nothing is pulled). Otherwise the embedded ones are used, and a line says why. Runs natively on Node (the
 * keeper uses it).
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { GenericContainer, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers';
import type { StartedTestContainer } from 'testcontainers';

export type Image = 'postgres' | 'nats';

/** POSTGRES_TEST_IMAGE and NATS_TEST_IMAGE name other versions. */
export function imageName(image: Image): string {
  return image === 'postgres'
    ? (process.env['POSTGRES_TEST_IMAGE'] ?? 'postgres:15')
    : (process.env['NATS_TEST_IMAGE'] ?? 'nats:2.12');
}

/** Why containers can't be used now, or undefined when they can. */
export async function containerObstacle(image: Image): Promise<string | undefined> {
  try {
    const client = await getContainerRuntimeClient();
    const isThere = await client.image.exists(ImageName.fromString(imageName(image)));
    return isThere ? undefined : `the image ${imageName(image)} is not on this machine`;
  } catch (error) {
    return `no Docker daemon answers (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** True when containers are wanted and possible; says so on standard error when they are wanted and not possible. */
export async function useContainers(image: Image): Promise<boolean> {
  if (process.env['TESTCONTAINERS'] !== 'on') {
    return false;
  }
  const obstacle = await containerObstacle(image);
  if (obstacle === undefined) {
    return true;
  }
  process.stderr.write(`TESTCONTAINERS=on, but ${obstacle}: the embedded ${image} is used\n`);
  return false;
}

export async function startPostgresContainer(password: string): Promise<{
  readonly adminUrl: string;
  readonly port: number;
  stop(): Promise<void>;
}> {
  const container = await new GenericContainer(imageName('postgres'))
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withExposedPorts(5432)
    .withCommand([
      'postgres',
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=300',
    ])
    .withTmpFs({ '/var/lib/postgresql/data': 'rw' })
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  const port = container.getMappedPort(5432);
  return {
    adminUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    stop: async () => void (await container.stop()),
  };
}

/** NATS on a fixed port of this machine; the store lies in `storeDir`, so it outlives the container. */
export async function startNatsContainer(
  port: number,
  storeDir: string,
): Promise<{
  readonly id: string;
  readonly version: string;
  stop(isGentle: boolean): Promise<void>;
}> {
  mkdirSync(storeDir, { recursive: true });
  chmodSync(storeDir, 0o777); // the image's user is not ours
  const container: StartedTestContainer = await new GenericContainer(imageName('nats'))
    .withExposedPorts({ container: 4222, host: port })
    .withBindMounts([{ source: storeDir, target: '/store', mode: 'rw' }])
    .withCommand(['--jetstream', '--store_dir', '/store'])
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
  return {
    id: container.getId(),
    version: ImageName.fromString(imageName('nats')).tag,
    stop: async (isGentle) => {
      if (!isGentle) {
        const client = await getContainerRuntimeClient();
        await client.container.getById(container.getId()).kill({ signal: 'SIGKILL' });
      }
      await container.stop({ remove: true });
    },
  };
}
