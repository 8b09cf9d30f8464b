import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** The walks as they are recorded today: a platform's adapter, its sandbox and its page of documentation stay in step. */
const folder = mkdtempSync(join(tmpdir(), 'postloom-walks-'));
let output = '';
let code: unknown;

beforeAll(async () => {
  const walk = spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'main.ts'), folder]);
  walk.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  walk.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  [code] = await once(walk, 'exit');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `POST /v25.0/{id}/media caption image_url …`: with the names of its parameters, headers and fields; their values differ each time. */
const requestsOf = (text: string): string[] =>
  [...text.matchAll(/^### \d+\. (.+)\n\n```http\n([^`]+)```/gm)].map(([, place = '', request = '']) => {
    const named = /[?&]([\w.]+)=|^([\w-]+): |^([\w.]+) = |"(\w+)": |; name="(\w+)"/gm;
    const names = [...request.matchAll(named)].map((match) => match.slice(1).find((name) => name !== undefined));
    const where = place
      .replace(/\/dms-uploads\/.+/, '/dms-uploads')
      .replace(/\d{6,}(_\d+)?|urn%3Ali%3A\w+%3A[\w-]+/g, '{id}');
    return `${where} ${[...new Set(names)].toSorted().join(' ')}`;
  });

describe('npm run walk', () => {
  it('goes all the way on every platform', () => {
    expect({ code, output }).toMatchObject({ code: 0 });
  });

  it.each(['facebook', 'instagram', 'linkedin', 'tiktok', 'x'])('%s sends the requests that are documented', (name) => {
    const today = requestsOf(readFileSync(join(folder, `${name}.md`), 'utf8'));
    const documented = requestsOf(readFileSync(join(import.meta.dirname, `../../docs/walks/${name}.md`), 'utf8'));
    expect(today.length).toBeGreaterThan(10);
    expect(new Set(today)).toEqual(new Set(documented));
  });
});
