import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { judgeAudit } from './advisories.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What npm prints about a project with one package, at an advisory service that answers so. */
async function audit(status: number, answer: unknown): Promise<string> {
  const service = createServer((request, response) => {
    request.resume().on('end', () => {
      // npm asks for advisories with POST, and with GET for the versions of a package that has one.
      const isAsked = request.method === 'POST';
      const versions = { name: 'letters', versions: { '1.0.0': { name: 'letters', version: '1.0.0' } } };
      response
        .writeHead(isAsked ? status : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(isAsked ? answer : versions));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'advisories-'));
  folders.push(folder);
  const manifest = { name: 'one', version: '1.0.0', dependencies: { letters: '1.0.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      ...manifest,
      lockfileVersion: 3,
      packages: { '': manifest, 'node_modules/letters': { version: '1.0.0', integrity: 'sha512-AA==' } },
    }),
  );
  const registry = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  try {
    return await new Promise<string>((resolve) => {
      // A cache of its own: npm keeps what it worked out of an advisory.
      const own = ['--registry', registry, '--cache', join(folder, 'cache'), '--fetch-retries', '0'];
      execFile('npm', ['audit', '--json', '--package-lock-only', ...own], { cwd: folder }, (_, stdout) =>
        resolve(stdout),
      );
    });
  } finally {
    service.closeAllConnections();
    service.close();
  }
}

const advisory = (severity: string): object => ({
  letters: [
    {
      id: 7,
      url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      title: 'Letters fall out',
      severity,
      vulnerable_versions: '<2.0.0',
    },
  ],
});
const exception = { advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'Not reached', until: '2030-01-02' };
const line = (severity: string): string =>
  `${severity}: letters <2.0.0: Letters fall out (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)`;

describe('known vulnerabilities', () => {
  it('stop a release when grave, and are noted when mild or excepted', async () => {
    const grave = await audit(200, advisory('high'));
    expect(judgeAudit(grave, '2030-01-01')).toEqual({ isAnswered: true, faults: [line('high')], notes: [] });
    expect(judgeAudit(grave, '2030-01-02', [exception])).toEqual({
      isAnswered: true,
      faults: [],
      notes: [line('high')],
    });
    expect(judgeAudit(await audit(200, advisory('moderate')), '2030-01-01')).toEqual({
      isAnswered: true,
      faults: [],
      notes: [line('moderate')],
    });
  });

  it('stop a release when an exception expired or is needed no more', async () => {
    const said = 'The exception of GHSA-aaaa-bbbb-cccc, until 2030-01-02, has expired or is not needed any more';
    expect(judgeAudit(await audit(200, advisory('high')), '2030-01-03', [exception])).toMatchObject({
      faults: [line('high'), said],
    });
    expect(judgeAudit(await audit(200, {}), '2030-01-01', [exception])).toMatchObject({ faults: [said] });
  });

  it('are not judged when the service does not answer', async () => {
    expect(judgeAudit(await audit(405, {}), '2030-01-01')).toEqual({
      isAnswered: false,
      why: expect.stringMatching(/^405 Method Not Allowed - POST /),
    });
    expect(judgeAudit('', '2030-01-01')).toEqual({ isAnswered: false, why: 'no report' });
  });
});
