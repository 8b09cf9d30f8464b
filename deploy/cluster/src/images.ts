import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../local/src/process/child.ts';
import { repositoryRoot } from '../../local/src/paths.ts';
import { services } from '../../local/src/stack/services.ts';
import { COREDNS_IMAGE, PAUSE_IMAGE } from './addresses.ts';
import type { Programs } from './programs.ts';

export const PARTS = [...services.map(({ name }) => name), 'web'] as const;
const BESIDE = ['sandbox', 'objects'] as const;
const SERVERS = ['postgres', 'nats'] as const;
const BUILD_LIMIT_MS = 3_600_000;

/** Tag of the release that everything begins with; the others are the same images under another name. */
export const FIRST = 'dev';
export const NEXT = 'next';
/** The same, but the migration of one service ends with an error. */
export const BROKEN = 'broken';
export const BROKEN_SERVICE = 'scheduling';

export const imageOf = (name: string, tag: string): string => `postloom/${name}:${tag}`;

/** Of a server that is not the product's and can perhaps not be pulled. */
export const standIn = (server: (typeof SERVERS)[number]): string => `postloom/${server}-stand-in:${FIRST}`;

/** The images of a release. */
export const releaseImages: readonly string[] = [...PARTS, 'sandbox'];

/** Node's and the product's images as one archive, from the Docker daemon; what it does not have it builds. */
export async function saveImages(programs: Programs, folder: string, say: (line: string) => void): Promise<string> {
  await buildProduct(say);
  const own = await buildOwn(programs, folder);
  const archive = join(folder, 'images.tar');
  const product = [...PARTS, ...BESIDE].map((name) => imageOf(name, FIRST));
  await docker('save', '-o', archive, ...product, ...own);
  return archive;
}

async function buildProduct(say: (line: string) => void): Promise<void> {
  for (const name of [...PARTS, ...BESIDE]) {
    const image = imageOf(name, FIRST);
    if (await isThere(image)) {
      continue;
    }
    say(`building ${image}`);
    const isService = services.some((service) => service.name === name);
    const target = isService ? ['--target', 'service', '--build-arg', `SERVICE=${name}`] : ['--target', name];
    await docker(
      ...['build', '--network=host', '-f', join(repositoryRoot, 'deploy/images/Dockerfile'), ...target],
      ...[...fromEnvironment('BUILD_IMAGE'), ...fromEnvironment('RUNTIME_IMAGE'), '-t', image, repositoryRoot],
    );
  }
}

/** What the node needs, the servers of the product where none can be pulled, and the release that fails. */
async function buildOwn({ pause, coredns }: Programs, folder: string): Promise<string[]> {
  const context = join(folder, 'images');
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  cpSync(join(import.meta.dirname, '../images'), context, { recursive: true });
  copyFileSync(pause, join(context, 'pause'));
  copyFileSync(coredns, join(context, 'coredns'));
  await docker('build', '--target', 'pause', '-t', PAUSE_IMAGE, context);
  await docker('build', '--target', 'coredns', '-t', COREDNS_IMAGE, context);
  const broken = imageOf(BROKEN_SERVICE, BROKEN);
  const base = imageOf(BROKEN_SERVICE, FIRST);
  await docker('build', '--target', 'failing-migration', '--build-arg', `SERVICE_IMAGE=${base}`, '-t', broken, context);

  const servers = join(folder, 'stand-ins');
  await runToEnd({
    command: process.execPath,
    args: [join(repositoryRoot, 'deploy/images/src/stand-ins.ts'), servers],
    timeoutMs: BUILD_LIMIT_MS,
  });
  for (const server of SERVERS) {
    await docker('build', ...fromEnvironment('RUNTIME_IMAGE'), '--target', server, '-t', standIn(server), servers);
  }
  return [PAUSE_IMAGE, COREDNS_IMAGE, broken, ...SERVERS.map(standIn)];
}

const fromEnvironment = (name: string): string[] => {
  const value = process.env[name];
  return value === undefined || value === '' ? [] : ['--build-arg', `${name}=${value}`];
};

async function isThere(image: string): Promise<boolean> {
  return (await docker('images', '-q', image)).trim() !== '';
}

function docker(...args: string[]): Promise<string> {
  return runToEnd({ command: 'docker', args, timeoutMs: BUILD_LIMIT_MS });
}

/** On the node: takes the archive, and gives the images of the first release the names of the later ones. */
export async function importImages(folder: string, archive: string): Promise<void> {
  const ctr = (...args: string[]): Promise<string> =>
    runToEnd({
      command: 'ctr',
      args: ['-a', join(folder, 'containerd.sock'), '-n', 'k8s.io', ...args],
      timeoutMs: BUILD_LIMIT_MS,
    });
  await ctr('images', 'import', archive);
  const named = (name: string, tag: string): string => `docker.io/${imageOf(name, tag)}`;
  for (const name of releaseImages) {
    await ctr('images', 'tag', '--force', named(name, FIRST), named(name, NEXT));
    if (name !== BROKEN_SERVICE) {
      await ctr('images', 'tag', '--force', named(name, FIRST), named(name, BROKEN));
    }
  }
  rmSync(archive);
}
