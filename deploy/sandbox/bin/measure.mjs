// Measures what the ledger takes, first words alone, then pictures on all five platforms:
// node deploy/sandbox/bin/measure.mjs [posts] [at a time]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Harness, eventually, picture } from '../src/testing/harness.ts';

const posts = Number(process.argv[2] ?? 10_000);
const atATime = Number(process.argv[3] ?? 64);
const dataDir = mkdtempSync(join(tmpdir(), 'postloom-measure-'));
const flags = ['--max-semi-space-size=1', '--v8-pool-size=1', '--max-old-space-size=72'];
const agent = new http.Agent({ keepAlive: true, maxSockets: atATime });
const harness = new Harness();

/** The real program with the flags that the local stack gives it; the harness talks to it. */
const run = () => {
  const child = spawn(process.execPath, [...flags, fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_QUOTAS: 'off',
      SANDBOX_WEBHOOK_URL: 'off',
      NODE_COMPILE_CACHE: join(tmpdir(), 'postloom-measure-cache'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line);
      if (entry.ready !== true) return;
      harness.sandbox = { ...entry, close: () => Promise.resolve() };
      resolve(child);
    });
  });
};

const stop = async (child) => {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
};

const megabytes = (child) => {
  const rollup = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8');
  return `${(Number(/^Pss:\s+(\d+)/m.exec(rollup)[1]) / 1024).toFixed(1)} MB PSS`;
};

/** Processor time that the sandbox has used, in milliseconds: what neighbours on the machine do not change. */
const processorMs = (child) => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Calls `publish(number)` that often, `atATime` together; says how fast it went. */
const measure = async (child, name, count, publish) => {
  const waits = [];
  const usedBefore = processorMs(child);
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    while (next < count) {
      const number = next;
      next += 1;
      const at = performance.now();
      await publish(number);
      waits.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  const seconds = (performance.now() - started) / 1000;
  waits.sort((a, b) => a - b);
  const p = (share) => `${(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0).toFixed(1)} ms`;
  const cost = (processorMs(child) - usedBefore) / count;
  console.log(
    `${name}: ${(count / seconds).toFixed(0)} posts per second, p50 ${p(0.5)}, p99 ${p(0.99)}, ` +
      `${cost.toFixed(2)} ms of processor time each`,
  );
};

/** A post of words on X with as little as a client can do. */
const tweet = (token, text) =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ text });
    const request = http.request(
      {
        port: harness.sandbox.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/x/2/tweets',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 201 ? resolve() : reject(new Error(`answered ${response.statusCode}`)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });

const must = (answer, status) => {
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer.body;
};

await stop(await run());
let child = await run();
process.once('exit', () => {
  child.kill('SIGKILL'); // a measurement that broke off leaves nothing behind
  rmSync(dataDir, { recursive: true, force: true });
});
console.log(`empty: ${megabytes(child)}`);
const tokens = [];
for (let n = 0; n < 5; n += 1) tokens.push((await harness.x(`Measure ${n}`)).token);
const words = 'rye and spelt, warm from the oven, until noon or until they are gone. See you at the corner.';
await measure(child, 'words', posts, (number) => tweet(tokens[number % tokens.length], `Post ${number}: ${words}`));
console.log(`with ${posts} posts: ${megabytes(child)}`);

await harness.pictures.start();
const bytes = await picture({ width: 1080, height: 1080 });
const address = harness.pictures.add(bytes);
const inline = bytes.toString('base64');
const gram = await harness.instagram('Measure');
const page = (await harness.facebook('Measure')).pages[0];
const link = await harness.linkedIn('Measure');
const tok = await harness.tiktok('Measure');
const ways = [
  async (text) => must(await harness.publishOnInstagram(gram.token, gram.account, text, address), 200),
  async (text) => {
    const form = { url: address, caption: text };
    must(await harness.call('POST', `/facebook/graph/${page.id}/photos`, { token: page.access_token, form }), 200);
  },
  async (text) => {
    const upload = { media: inline, media_category: 'tweet_image' };
    const media = must(await harness.call('POST', '/x/2/media/upload', { token: tokens[0], json: upload }), 200);
    const json = { text, media: { media_ids: [media.data.id] } };
    must(await harness.call('POST', '/x/2/tweets', { token: tokens[0], json }), 201);
  },
  async (text) => {
    const post = {
      author: link.organization,
      commentary: text,
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED' },
      content: { media: { id: await harness.linkedInImage(link.token, link.organization, bytes) } },
      lifecycleState: 'PUBLISHED',
    };
    must(await harness.rest('POST', '/posts', link.token, post), 201);
  },
  async (text) => must(await harness.tiktokPost(tok.token, [address], { title: text }), 200),
];
const pictured = Math.ceil(posts / 5);
await measure(child, 'pictures on five platforms', pictured, (number) =>
  ways[number % ways.length](`Picture ${number}`),
);
await eventually(async () => (await harness.publications('?platform=tiktok')).length === Math.floor(pictured / 5));
console.log(`with ${posts + pictured} posts: ${megabytes(child)}`);
agent.destroy();
await harness.pictures.stop();
await stop(child);
child = await run();
console.log(`started again: ${megabytes(child)}`);
await stop(child);
