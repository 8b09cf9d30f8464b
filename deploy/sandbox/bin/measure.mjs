// Measures what the ledger takes: node deploy/sandbox/bin/measure.mjs [posts] [at a time]
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const posts = Number(process.argv[2] ?? 10_000);
const atATime = Number(process.argv[3] ?? 64);
const accounts = 5;
const dataDir = mkdtempSync(join(tmpdir(), 'postloom-measure-'));
const flags = ['--max-semi-space-size=1', '--v8-pool-size=1', '--max-old-space-size=72'];
const agent = new http.Agent({ keepAlive: true, maxSockets: atATime });
let port = 0;

/** The real program with the flags that the local stack gives it. */
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
      port = entry.port;
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

const call = (method, path, headers, body = '') =>
  new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const request = http.request(
      { port, host: '127.0.0.1', method, path, agent, headers: { ...headers, 'content-length': length } },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });

const connect = async (name) => {
  const verifier = randomBytes(32).toString('base64url');
  const redirect = 'http://localhost:3000/back';
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-x-client',
    redirect_uri: redirect,
    scope: 'tweet.read tweet.write users.read',
    state: 'measure',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    sandbox_approve: '1',
    sandbox_account: name,
  });
  const back = await call('GET', `/x/i/oauth2/authorize?${query.toString()}`, {});
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: new URL(back.headers.location).searchParams.get('code'),
    redirect_uri: redirect,
    code_verifier: verifier,
  });
  const basic = Buffer.from('sandbox-x-client:sandbox-x-client-secret').toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await call('POST', '/x/2/oauth2/token', headers, form.toString());
  return JSON.parse(answer.body).access_token;
};

await stop(await run());
let child = await run();
console.log(`empty: ${megabytes(child)}`);
const tokens = await Promise.all(Array.from({ length: accounts }, (_, n) => connect(`Measure ${n}`)));
const waits = [];
let next = 0;
const started = performance.now();
const worker = async () => {
  while (next < posts) {
    const number = next;
    next += 1;
    const at = performance.now();
    const answer = await call(
      'POST',
      '/x/2/tweets',
      { authorization: `Bearer ${tokens[number % accounts]}`, 'content-type': 'application/json' },
      JSON.stringify({
        text: `Post ${number}: rye and spelt, warm from the oven, until noon or until they are gone. See you.`,
      }),
    );
    if (answer.status !== 201) throw new Error(answer.body);
    waits.push(performance.now() - at);
  }
};
await Promise.all(Array.from({ length: atATime }, worker));
const seconds = (performance.now() - started) / 1000;
waits.sort((a, b) => a - b);
const p = (share) => `${(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0).toFixed(1)} ms`;
console.log(
  `${posts} posts, ${atATime} at a time, every one on disk before its answer: ${(posts / seconds).toFixed(0)} per second, ` +
    `p50 ${p(0.5)}, p99 ${p(0.99)}; ${megabytes(child)}`,
);
agent.destroy();
await stop(child);
child = await run();
console.log(`started again: ${megabytes(child)}`);
await stop(child);
rmSync(dataDir, { recursive: true });
