import { spawn } from 'node:child_process';
import { createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { defineRun, number } from '../../harness/src/define-run.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { withKnownIds } from './document.ts';
import type { KnownIds } from './document.ts';
import { excluded, isEnding } from './exclusions.ts';
import { addFindings } from './findings.ts';
import type { CallResult } from './findings.ts';
import { installFuzzer } from './fuzzer.ts';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

const run = defineRun({
  name: 'fuzz',
  summary:
    'Every call of the published OpenAPI document with generated requests, valid and invalid, against a stack of its own and as somebody who is signed in. No answer may be 5xx, and each must have a status, type and body of the document.',
  prefix: 'FUZZ_',
  settings: {
    examples: number(20, 'generated requests per call, on top of the boundary values'),
    seed: number(Math.floor(Math.random() * 1_000_000) + 1, 'repeats a run', 'a new one'),
  },
  figures: true,
});
const { examples, seed } = run.settings;
const { folder, dataDir } = run;
const say = timedLines();

const program = installFuzzer(dirname(folder));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const stack = await startLiveStack(dataDir, {
  POSTLOOM_RATE_LIMITS: 'off',
  POSTLOOM_TRACES: 'off',
  POSTLOOM_FSYNC: 'off',
});
const end = async (): Promise<void> => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const forget = atTheEnd(end);
try {
  say(`seed ${seed}, ${examples} generated requests per call on top of the boundary values`);
  for (const [call, reason] of Object.entries(excluded)) {
    say(`left out: ${call}: ${reason}`);
  }
  const results = new Map<string, CallResult>();
  await round('work', (method, path) => !isEnding(method, path), results);
  await round('endings', isEnding, results);
  report(results);
} finally {
  forget();
  await end();
}

/** All calls that `isIncluded`, as a new person with one of everything. */
async function round(
  name: string,
  isIncluded: (method: string, path: string) => boolean,
  results: Map<string, CallResult>,
): Promise<void> {
  const person = await Person.signUp(stack.url, { tier: 'agency', name: `Fuzzed ${name}` });
  const known = await furnish(person);
  const published = (await person.expect(200, 'GET', '/api/openapi.json')) as Document;
  const document = withKnownIds(published, known) as Document;
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).filter(
          ([method]) =>
            isIncluded(method.toUpperCase(), path) && excluded[`${method.toUpperCase()} ${path}`] === undefined,
        ),
      ),
    ]),
  );
  const documentPath = join(folder, `${name}.openapi.json`);
  const configPath = join(folder, `${name}.toml`);
  const eventsPath = join(folder, `${name}.ndjson`);
  writeFileSync(documentPath, JSON.stringify(document));
  const cookie = JSON.stringify(person.session?.split('=')[1] ?? '');
  const config = [
    '[auth.openapi.session]',
    `api_key = ${cookie}`,
    '[phases.coverage]',
    // Not those that are left for the other round: a DELETE would take away what this one works on.
    'unexpected-methods = ["PATCH", "TRACE"]',
  ];
  writeFileSync(configPath, config.join('\n'), { mode: 0o600 });
  const args = ['--config-file', configPath, 'run', documentPath, '--url', stack.url, '--no-color', '--no-shrink'];
  args.push('--continue-on-failure', '--checks', CHECKS.join(','), '--phases', 'coverage,fuzzing');
  args.push('--max-examples', String(examples), '--seed', String(seed), '--max-redirects', '0', '--workers', '1');
  args.push('--request-timeout', '60', '--generation-database', 'none', '--warnings', 'off');
  args.push('--report', 'ndjson', '--report-ndjson-path', eventsPath);
  const code = await exitCode(args, name);
  if (code !== 0 && code !== 1) {
    throw new Error(`The fuzzer ended with ${code}; see ${join(folder, `${name}.log`)}`);
  }
  for await (const line of createInterface({ input: createReadStream(eventsPath) })) {
    addFindings([line], results);
  }
}

interface Document extends Record<string, unknown> {
  paths: Record<string, Record<string, unknown>>;
}

/** One of everything that a path or a field can name. */
async function furnish(person: Person): Promise<KnownIds> {
  const id = async (path: string, body: unknown): Promise<string> =>
    ((await person.expect(201, 'POST', path, { body })) as { id: string }).id;
  const { businessId = '' } = person;
  await person.connect('instagram', 'fuzzed');
  const photo = await person.upload(await smallPicture(1));
  await person.photosReady();
  const albums = await id('/api/albums', { name: 'Loaves' });
  const post = await person.createPost({
    caption: 'Fresh rolls',
    platforms: ['instagram'],
    status: 'draft',
    photoId: photo.id,
  });
  const schedules = await id('/api/recurring-schedules', {
    name: 'Every morning',
    platforms: ['instagram'],
    frequency: 'daily',
    timeOfDay: '09:00',
    useAllPhotos: true,
  });
  const byCollection = { businesses: businessId, photos: photo.id, data: photo.id, albums, posts: post.id };
  return {
    businessId,
    byCollection: { ...byCollection, 'recurring-schedules': schedules },
    byField: { businessId, photoId: photo.id, photoIds: photo.id, ids: photo.id, albumId: albums },
  };
}

/** Runs the fuzzer; what it prints goes to a file beside its report. */
async function exitCode(args: readonly string[], name: string): Promise<number | null> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const forgetChild = atTheEnd(async () => child.kill());
  const output: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => output.push(bytes));
  try {
    return await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
  } finally {
    forgetChild();
    writeFileSync(join(folder, `${name}.log`), Buffer.concat(output));
  }
}

function report(results: ReadonlyMap<string, CallResult>): void {
  const total = { tried: 0, serverErrors: 0, violations: 0 };
  for (const [call, result] of [...results].toSorted(([a], [b]) => a.localeCompare(b))) {
    total.tried += result.tried;
    total.serverErrors += result.serverErrors;
    total.violations += result.violations;
    say(`${call}: ${result.tried} tried, ${result.serverErrors} of 5xx, ${result.violations} outside the schema`);
    for (const [kind, example] of result.examples) {
      say(`  ${kind}: ${example.replaceAll('\n', '\n    ')}`);
    }
  }
  const isClean = total.tried > 0 && total.serverErrors === 0 && total.violations === 0;
  say(
    `${results.size} calls, ${total.tried} requests, ${total.serverErrors} answers of 5xx, ${total.violations} outside the schema: ${isClean ? 'clean' : 'NOT CLEAN'}`,
  );
  say(`figures: ${run.save({ total, calls: Object.fromEntries(results) })}`);
  process.exitCode = isClean ? 0 : 1;
}
