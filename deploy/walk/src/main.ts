import './service-source.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxEnvironment } from '../../sandbox/src/environment.ts';
import { defineRun, Misuse } from '../../harness/src/define-run.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import type { Exchange, Hosts } from './recorder.ts';
import { openStage } from './stage.ts';
import { Walk } from './walk.ts';

const run = defineRun({
  name: 'walk',
  summary:
    "Every platform's adapter walks against the sandbox, from the consent over one and several pictures and a deleted post to the revoked consent. Each request and its answer is written down, secrets masked and the real hosts in place of the sandbox's, to be read beside the platform's documentation.",
  positional: {
    shape: '[folder]',
    about: 'where the walks are written (deploy/docs/walks)',
    read: ([folder = join(import.meta.dirname, '../../docs/walks'), ...more]): string => {
      if (more.length > 0) {
        throw new Misuse('walk takes one folder.');
      }
      return folder;
    },
  },
});

await import('reflect-metadata');
const { HttpClient, Random, SystemClock, overrideEnvironment } = await import('../../../libs/chassis/src/index.ts');
const { definitions, Platforms } = await import('../../../services/social-publisher/src/platforms/index.ts');
const { config } = await import('../../../services/social-publisher/src/config.ts');

const folder = run.positional;
const stage = await openStage();
const local = sandboxEnvironment({ origin: stage.origin, smtpPort: 1 });

/** What each local address stands for, the longest first. */
const hosts: Hosts = (
  [
    [`${stage.origin}/instagram/graph`, 'https://graph.instagram.com'],
    [`${stage.origin}/instagram/oauth/access_token`, 'https://api.instagram.com/oauth/access_token'],
    [`${stage.origin}/instagram`, 'https://www.instagram.com'],
    [`${stage.origin}/facebook/graph`, 'https://graph.facebook.com'],
    [`${stage.origin}/facebook`, 'https://www.facebook.com'],
    [`${stage.origin}/x/2`, 'https://api.x.com/2'],
    [`${stage.origin}/x`, 'https://x.com'],
    [`${stage.origin}/linkedin/rest`, 'https://api.linkedin.com/rest'],
    [`${stage.origin}/linkedin/v2`, 'https://api.linkedin.com/v2'],
    [`${stage.origin}/linkedin`, 'https://www.linkedin.com'],
    [`${stage.origin}/tiktok/v2/auth`, 'https://www.tiktok.com/v2/auth'],
    [`${stage.origin}/tiktok/v2`, 'https://open.tiktokapis.com/v2'],
    [`${stage.origin}/tiktok`, 'https://www.tiktok.com'],
    [stage.origin, 'https://sandbox.example'],
    [stage.pictures, 'https://postloom.example/pictures'],
  ] as const
).toSorted(([one], [other]) => other.length - one.length);

const required = {
  SERVICE_INTERNAL_PORT: '1',
  VAULT_KEYS: `walk:${Buffer.alloc(32, 7).toString('base64')}`,
  MEDIA_INTERNAL_URL: stage.pictures,
  MEDIA_PULL_URL: stage.pictures,
};
overrideEnvironment({ ...required, ...local, LINKEDIN_MEMBER_WAIT_MS: '50' });

const exchanges: Exchange[] = [];
const http = new HttpClient({ allowPrivate: true });
const send = http.request.bind(http);
http.request = async (request) => {
  const response = await send(request);
  const body = typeof request.body === 'string' || request.body instanceof Uint8Array ? request.body : null;
  exchanges.push({
    method: request.method,
    url: String(request.url),
    headers: request.headers ?? {},
    body,
    status: response.status,
    answerHeaders: response.headers,
    answer: response.text(),
  });
  return response;
};
const platforms = new Platforms(config, definitions, http, new SystemClock(), new Random());

const any = (): boolean => true;
const isPage = (account: { remoteId: string }): boolean => account.remoteId.includes(':organization:');
const walks = {
  instagram: [['Instagram', 'marlow.bakehouse', any]],
  facebook: [['Facebook Page', 'Marlow Bakehouse', any]],
  twitter: [['X', 'marlowbakes', any]],
  linkedin: [
    ['LinkedIn, a member', 'Marlow Walker', any],
    ['LinkedIn, a page', 'Paula Pages', isPage],
  ],
  tiktok: [['TikTok', 'marlow.bakes', any]],
} as const;

await new Ledger(stage.origin).settings({ tiktokModerationMs: 0 });
let failures = 0;
try {
  mkdirSync(folder, { recursive: true });
  for (const [name, subjects] of Object.entries(walks)) {
    const platform = platforms.find(name as keyof typeof walks, null);
    if (platform === null) {
      throw new Error(`${name} is not set up`);
    }
    const lines = [
      `<!-- Recorded by \`npm run walk\` against the sandbox; hosts are those of the platform, secrets are masked. -->`,
      '',
    ];
    for (const [title, account, choose] of subjects) {
      exchanges.length = 0;
      const walk = new Walk(platform, stage, hosts, exchanges);
      try {
        await walk.run(title, account, choose);
      } catch (error) {
        failures += 1;
        process.stderr.write(`${title}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      }
      lines.push(...walk.lines);
      process.stdout.write(`${title}: ${exchanges.length} requests\n`);
    }
    writeFileSync(join(folder, `${name === 'twitter' ? 'x' : name}.md`), `${lines.join('\n').trimEnd()}\n`);
  }
} finally {
  http.close();
  await stage.close();
}
process.exitCode = failures === 0 ? 0 : 1;
