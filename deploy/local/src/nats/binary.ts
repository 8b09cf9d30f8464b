import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { runToEnd } from '../process/child.ts';
import { unpackDebian } from '../programs/debian.ts';
import { keepProgram, onPath } from '../programs/find.ts';
import { goModule } from '../programs/go.ts';
import { StartError } from '../settings.ts';

/** The pinned release. Checksums: the official image of this version verifies its downloads with the same ones. */
const version = '2.12.15';
const checksums: Readonly<Record<string, string>> = {
  'linux-amd64': '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e',
  'linux-arm64': 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6',
  'linux-arm7': '72311fe4e14ce3ce22dc8e7ac02633e6f31a9bab4086c92a31fd040e59683c8a',
  'linux-386': 'e20fd919512273ed8ee553f5076bd76b1fc5e78a3cf83eafed4e0b40582f9b87',
  'linux-s390x': '5db960be875da499f1354f41c0a7780303fb9644cf62d35022677e77b4178029',
  'linux-ppc64le': '56447e72ec0551fa27a4368388dee475e028d4d5de6d97a802d944c6f278cf1e',
};
const goArchitectures: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'arm7',
  ia32: '386',
  s390x: 's390x',
  ppc64: 'ppc64le',
};

/** A usable server program and the way it was found. */
export interface NatsBinary {
  readonly path: string;
  readonly version: string;
  readonly source: string;
}

/** `2.9.10` of `nats-server: v2.9.10`, or undefined when the file is no nats-server that runs here. */
const versionOf = (path: string): string | undefined => {
  const result = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return /v(\d+\.\d+\.\d+)/.exec(`${result.stdout ?? ''}${result.stderr ?? ''}`)?.[1];
};

const fromRelease = async (work: string, cached: string): Promise<string> => {
  const platform = `${process.platform}-${goArchitectures[process.arch] ?? process.arch}`;
  const expected = checksums[platform];
  if (expected === undefined) {
    throw new Error(`no checksum is pinned for ${platform}`);
  }
  const name = `nats-server-v${version}-${platform}`;
  const url = `https://github.com/nats-io/nats-server/releases/download/v${version}/${name}.tar.gz`;
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) {
    throw new Error(`${url} answered ${response.status}`);
  }
  const archive = Buffer.from(await response.arrayBuffer());
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== expected) {
    throw new Error(`${url} has SHA-256 ${actual}, expected ${expected}`);
  }
  writeFileSync(join(work, 'nats.tar.gz'), archive);
  await runToEnd({ command: 'tar', args: ['-xzf', join(work, 'nats.tar.gz'), '-C', work] });
  return keepProgram(join(work, name, 'nats-server'), cached);
};

const fromDebian = async (work: string, cached: string): Promise<string> => {
  const root = await unpackDebian(work, 'nats-server');
  const program = ['usr/sbin', 'usr/bin']
    .map((folder) => join(root, folder, 'nats-server'))
    .find((path) => existsSync(path));
  if (program === undefined) {
    throw new Error('the Debian package holds no nats-server');
  }
  return keepProgram(program, cached);
};

const fromGo = async (work: string, cached: string): Promise<string> =>
  keepProgram(await goModule(`github.com/nats-io/nats-server/v2@v${version}`).fetch(work), cached);

/**
 * Finds a nats-server, the first that works: NATS_SERVER_BIN, PATH, the cache, the pinned release (checked by SHA-256),
 * the Debian package unpacked into the cache (no root needed), `go install`. 2.9 is the floor.
 * Rejects with a list of everything that was tried.
 */
export const findNatsServer = async (
  say: (line: string) => void = () => undefined,
  cacheDir: string = join(repositoryRoot, '.cache', 'nats'),
): Promise<NatsBinary> => {
  const tried: string[] = [];
  const named = process.env['NATS_SERVER_BIN'];
  const cached = join(cacheDir, `nats-server-${process.platform}-${process.arch}`);
  const present = (source: string, path: string | undefined): NatsBinary | undefined => {
    if (path === undefined || path === '') {
      tried.push(`${source}: not set or not found`);
      return undefined;
    }
    const found = versionOf(path);
    if (found === undefined) {
      tried.push(`${source}: ${path} is not a nats-server that runs here`);
    } else if (/^(0|1|2\.[0-8])\./.test(found)) {
      tried.push(`${source}: ${path} is version ${found}, 2.9 or newer is needed`);
    } else {
      return { path, version: found, source };
    }
    return undefined;
  };
  const ready =
    present('NATS_SERVER_BIN', named) ??
    present('PATH', onPath('nats-server')) ??
    present('cache', existsSync(cached) ? cached : undefined);
  if (ready !== undefined) {
    return ready;
  }

  mkdirSync(cacheDir, { recursive: true });
  const ways: readonly (readonly [string, (work: string, cached: string) => Promise<string>])[] = [
    [`release ${version}`, fromRelease],
    ['Debian package', fromDebian],
    ['go install', fromGo],
  ];
  for (const [source, fetchIt] of ways) {
    say(`nats-server is not on this machine, getting it: ${source}`);
    const work = mkdtempSync(join(cacheDir, 'work-'));
    try {
      const found = present(source, await fetchIt(work, cached));
      if (found !== undefined) {
        return found;
      }
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
      tried.push(`${source}: ${error instanceof Error ? error.message : String(error)}${cause}`);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  throw new StartError(
    `No nats-server found. Install it (Debian and Ubuntu: apt-get install nats-server; macOS: brew install nats-server), or set NATS_SERVER_BIN to the program, or NATS_URL to a server with JetStream. Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}`,
  );
};
