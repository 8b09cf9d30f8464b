import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpClient, Random, SystemClock } from '@postloom/chassis';
import type { Platform } from '@postloom/contracts';
import sharp from 'sharp';
import type { PublisherConfig } from '../config.ts';
import { FakeMedia } from '../testing/fake-media.ts';
import { startSandboxProcess } from '../testing/sandbox-process.ts';
import type { SandboxProcess } from '../testing/sandbox-process.ts';
import { NotSent, PlatformError } from './platform.port.ts';
import type {
  BudgetNote,
  ConnectableAccount,
  Delivery,
  PublishPhoto,
  SavedSteps,
  SocialPlatform,
} from './platform.port.ts';
import { Platforms } from './platforms.registry.ts';

const redirectUri = 'http://localhost:3000/api/social/callback';
const verifier = randomBytes(48).toString('base64url');

let sandbox: SandboxProcess;
const media = new FakeMedia();
const http = new HttpClient({ allowPrivate: true });
let platforms: Platforms;
let picture: Buffer;
let pictureUrl: string;

beforeAll(async () => {
  [sandbox] = await Promise.all([startSandboxProcess(), media.start()]);
  const env = sandbox.env;
  const config = {
    instagramClientId: env['INSTAGRAM_CLIENT_ID'],
    instagramClientSecret: env['INSTAGRAM_CLIENT_SECRET'],
    instagramAuthorizeUrl: env['INSTAGRAM_AUTHORIZE_URL'],
    instagramTokenUrl: env['INSTAGRAM_TOKEN_URL'],
    instagramGraphUrl: env['INSTAGRAM_GRAPH_URL'],
    instagramApiVersion: 'v25.0',
    facebookClientId: env['FACEBOOK_CLIENT_ID'],
    facebookClientSecret: env['FACEBOOK_CLIENT_SECRET'],
    facebookAuthorizeUrl: env['FACEBOOK_AUTHORIZE_URL'],
    facebookApiUrl: env['FACEBOOK_API_URL'],
    facebookApiVersion: 'v25.0',
    xClientId: env['X_CLIENT_ID'],
    xClientSecret: env['X_CLIENT_SECRET'],
    xAuthorizeUrl: env['X_AUTHORIZE_URL'],
    xApiUrl: env['X_API_URL'],
    xWebUrl: env['X_WEB_URL'],
    publishCallTimeoutMs: 1_000,
    publishQuarantineMs: 1_000,
  } as PublisherConfig;
  platforms = new Platforms(config, http, new SystemClock(), new Random());
  const { id } = await media.add('any');
  pictureUrl = `${media.origin}/public/${id}.jpg`;
  picture = (await http.request({ url: pictureUrl, method: 'GET', timeoutMs: 5_000 })).bytes();
});

afterAll(async () => {
  http.close();
  await sandbox.stop();
  await media.stop();
});

function photo(overrides: Partial<PublishPhoto> = {}): PublishPhoto {
  return {
    photoId: randomBytes(8).toString('hex'),
    width: 640,
    height: 640,
    bytes: picture.length,
    mimeType: 'image/jpeg',
    altText: 'Loaves',
    publicUrl: pictureUrl,
    load: () => Promise.resolve(picture),
    ...overrides,
  };
}

function delivery(
  account: ConnectableAccount,
  caption: string,
  photos: PublishPhoto[],
): Delivery & { notes: BudgetNote[] } {
  const notes: BudgetNote[] = [];
  return {
    accountRemoteId: account.remoteId,
    username: account.username,
    tokens: account.tokens,
    caption,
    photoCount: photos.length,
    photos: () => Promise.resolve(photos),
    budget: (note) => void notes.push(note),
    notes,
  };
}

async function connect(
  platform: SocialPlatform,
  name = `Shop ${randomBytes(4).toString('hex')}`,
): Promise<ConnectableAccount> {
  const { createHash } = await import('node:crypto');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const query = await sandbox.approve(platform.authorizeUrl({ state: 'abc', redirectUri, codeChallenge }), name);
  expect(query['state']).toBe('abc');
  const grant = await platform.exchangeCode({ code: query['code'] ?? '', redirectUri, verifier });
  expect(grant.scopes).toEqual(expect.arrayContaining([...platform.requiredScopes]));
  const [account] = await platform.connectableAccounts(grant);
  if (!account) throw new Error('no account offered');
  return account;
}

async function prepared(platform: SocialPlatform, job: Delivery): Promise<SavedSteps> {
  let steps: SavedSteps = {};
  const save = (next: SavedSteps): Promise<void> => {
    steps = JSON.parse(JSON.stringify(next)) as SavedSteps;
    return Promise.resolve();
  };
  for (let look = 0; look < 50; look += 1) {
    const result = await platform.prepare(job, steps, save);
    if (result.kind === 'ready') return steps;
    expect(result.kind).toBe('processing');
  }
  throw new Error('never ready');
}

const go = (): void => undefined;
const caption = (): string =>
  `Warm rolls & <jam> "today" ${randomBytes(5).toString('hex')}\n\nhttps://example.com/menu #bakery`;
const longAgo = (): Date => new Date(Date.now() - 60_000);

describe.each<[Platform, string]>([
  ['instagram', 'instagram'],
  ['facebook', 'facebook'],
  ['twitter', 'twitter'],
])('%s', (name, target) => {
  let platform: SocialPlatform;
  let account: ConnectableAccount;
  beforeAll(async () => {
    const found = platforms.find(name);
    if (!found) throw new Error(`${name} is not registered`);
    platform = found;
    account = await connect(platform);
  });

  it('connects an account with its name and tokens', () => {
    expect(account.name).toMatch(/^Shop /);
    expect(account.unusable).toBeNull();
    expect(account.tokens.accessToken.length).toBeGreaterThan(10);
  });

  it('refuses a code twice and in other words than a stack', async () => {
    await expect(platform.exchangeCode({ code: 'wrong', redirectUri, verifier })).rejects.toBeInstanceOf(PlatformError);
  });

  it('publishes one picture, and gives id and permalink', async () => {
    const job = delivery(account, caption(), [photo()]);
    const outcome = await platform.send(job, await prepared(platform, job), go);
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    expect(outcome.permalink ?? (await platform.permalink(job, outcome.remoteId))).toMatch(/^http/);
    const published = await sandbox.publications({ platform: target, account: account.remoteId });
    expect(published.filter((post) => post.remoteId === outcome.remoteId)).toMatchObject([
      { kind: 'photo', text: job.caption },
    ]);
  });

  it('publishes several pictures as one post, in their order', async () => {
    const pictures = await Promise.all(
      [10, 20, 30].map(async (blue) => {
        const bytes = await sharp({
          create: { width: 400, height: 400, channels: 3, background: { r: 9, g: 90, b: blue } },
        })
          .jpeg()
          .toBuffer();
        const { id } = await media.add('any', { width: 400 + blue, height: 400 });
        const publicUrl = `${media.origin}/public/${id}.jpg`;
        const load = async (): Promise<Buffer> =>
          (await http.request({ url: publicUrl, method: 'GET', timeoutMs: 5_000 })).bytes();
        return photo({ publicUrl, load, bytes: bytes.length });
      }),
    );
    const job = delivery(account, caption(), pictures);
    const outcome = await platform.send(job, await prepared(platform, job), go);
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const [post] = (await sandbox.publications({ platform: target, account: account.remoteId })).filter(
      (one) => one.remoteId === outcome.remoteId,
    );
    expect(post?.kind).toBe('carousel');
    const wanted = await Promise.all(
      pictures.map(async (one) =>
        (await import('node:crypto'))
          .createHash('sha256')
          .update(await one.load())
          .digest('hex'),
      ),
    );
    expect(post?.media.map((one) => one.sha256)).toEqual(wanted);
  });

  it('prepares again without making anything twice', async () => {
    const job = delivery(account, caption(), [photo()]);
    const steps = await prepared(platform, job);
    const before = (await sandbox.requests(target)).filter((request) => request.method === 'POST').length;
    let saved = steps;
    const again = await platform.prepare(job, steps, (next) => {
      saved = next;
      return Promise.resolve();
    });
    expect(again.kind).toBe('ready');
    expect(JSON.parse(JSON.stringify(saved))).toEqual(steps);
    expect((await sandbox.requests(target)).filter((request) => request.method === 'POST')).toHaveLength(before);
  });

  it('sends nothing when the guard says no', async () => {
    const job = delivery(account, caption(), [photo()]);
    const steps = await prepared(platform, job);
    const outcome = await platform.send(job, steps, () => {
      throw new NotSent('too_late');
    });
    expect(outcome).toEqual({ kind: 'not_sent', code: 'too_late' });
    const finding = await platform.verify(job, steps, longAgo());
    expect(finding.kind === 'not_public' || (finding.kind === 'seen' && finding.sightings.length === 0)).toBe(true);
  });

  it('does not know after a call without an answer, and finds the post by looking', async () => {
    const job = delivery(account, caption(), [photo()]);
    const steps = await prepared(platform, job);
    await sandbox.fault(target, { mode: 'hang_after', count: 1 });
    expect((await platform.send(job, steps, go)).kind).toBe('unknown');
    const finding = await platform.verify(job, steps, longAgo());
    if (finding.kind !== 'seen') throw new Error(JSON.stringify(finding));
    expect(finding.sightings).toHaveLength(1);
  });

  it('does not know after a broken connection and a server error, and finds nothing by looking', async () => {
    for (const fault of [{ mode: 'reset_before' }, { mode: 'error', status: 503 }, { mode: 'garbage' }]) {
      const job = delivery(account, caption(), [photo()]);
      const steps = await prepared(platform, job);
      await sandbox.fault(target, { ...fault, calls: ['publish'], count: 1 });
      expect((await platform.send(job, steps, go)).kind).toBe('unknown');
      const finding = await platform.verify(job, steps, longAgo());
      if (fault.mode === 'garbage') continue; // whether it was made public is the sandbox's business; the look tells
      expect(finding.kind === 'not_public' || (finding.kind === 'seen' && finding.sightings.length === 0)).toBe(true);
    }
  });

  it('tells a rate limit with its end', async () => {
    const job = delivery(account, caption(), [photo()]);
    const steps = await prepared(platform, job);
    await sandbox.fault(target, { mode: 'rate_limit', retryAfter: 120, calls: ['publish'], count: 1 });
    const outcome = await platform.send(job, steps, go);
    expect(outcome).toMatchObject({ kind: 'rejected', problem: { kind: 'wait' } });
    if (outcome.kind !== 'rejected' || outcome.problem.kind !== 'wait') return;
    expect(outcome.problem.seconds).toBeGreaterThan(60);
    expect(outcome.problem.seconds).toBeLessThanOrEqual(121);
  });

  it('tells a refused picture in a sentence that says what to do', async () => {
    await sandbox.fault(target, { mode: 'media_rejected', count: 1 });
    const problem = await prepared(platform, delivery(account, caption(), [photo()])).then(
      () => null,
      (error: unknown) => (error instanceof PlatformError ? error.problem : error),
    );
    expect(problem).toMatchObject({ kind: 'refused' });
    expect((problem as { message: string }).message).toMatch(/refused the picture: .*\./);
  });

  it('says when a picture is still being processed', async () => {
    if (name === 'facebook') return; // photos are ready when their upload is answered
    await sandbox.fault(target, { mode: 'processing_forever', count: 1 });
    let steps: SavedSteps = {};
    const result = await platform.prepare(delivery(account, caption(), [photo()]), steps, (next) => {
      steps = next;
      return Promise.resolve();
    });
    expect(result.kind).toBe('processing');
  });

  it('notices that the person removed the app', async () => {
    const other = await connect(platform);
    const job = delivery(other, caption(), [photo()]);
    const steps = await prepared(platform, job);
    await sandbox.fault(target, { mode: 'token_revoked', calls: ['publish'], count: 1 });
    expect(await platform.send(job, steps, go)).toMatchObject({ kind: 'rejected', problem: { kind: 'reconnect' } });
    await expect(platform.verify(job, {}, longAgo())).rejects.toMatchObject({ problem: { kind: 'reconnect' } });
  });
});

describe('text without a picture', () => {
  it.each<Platform>(['facebook', 'twitter'])('%s takes it', async (name) => {
    const platform = platforms.find(name);
    if (!platform) throw new Error('not registered');
    const job = delivery(await connect(platform), caption(), []);
    expect((await platform.send(job, await prepared(platform, job), go)).kind).toBe('published');
  });

  it('Instagram refuses it, and says so before any call', async () => {
    const platform = platforms.find('instagram');
    if (!platform) throw new Error('not registered');
    const job = delivery(await connect(platform), caption(), []);
    await expect(prepared(platform, job)).rejects.toMatchObject({ problem: { kind: 'refused', code: 'photo_needed' } });
  });
});

describe('what only one platform does', () => {
  it('X rotates its refresh token: the new pair works, the old one is dead', async () => {
    const platform = platforms.find('twitter');
    if (!platform) throw new Error('not registered');
    const account = await connect(platform);
    const fresh = await platform.refresh(account.tokens);
    expect(fresh.refreshToken).not.toBe(account.tokens.refreshToken);
    await expect(platform.refresh(account.tokens)).rejects.toMatchObject({ problem: { kind: 'reconnect' } });
    const job = { ...delivery(account, caption(), []), tokens: fresh };
    expect((await platform.send(job, {}, go)).kind).toBe('published');
  });

  it.each<Platform>(['facebook', 'twitter'])('%s refuses the same text again as a duplicate', async (name) => {
    const platform = platforms.find(name);
    if (!platform) throw new Error('not registered');
    const account = await connect(platform);
    const text = caption();
    expect((await platform.send(delivery(account, text, []), {}, go)).kind).toBe('published');
    expect(await platform.send(delivery(account, text, []), {}, go)).toMatchObject({
      kind: 'rejected',
      problem: { kind: 'duplicate' },
    });
  });

  it('Instagram publishes a container once, and a second call becomes a look', async () => {
    const platform = platforms.find('instagram');
    if (!platform) throw new Error('not registered');
    const job = delivery(await connect(platform), caption(), [photo()]);
    const steps = await prepared(platform, job);
    expect((await platform.send(job, steps, go)).kind).toBe('published');
    expect((await platform.send(job, steps, go)).kind).toBe('unknown');
    expect((await platform.prepare(job, steps, () => Promise.resolve())).kind).toBe('published_already');
  });

  it('Instagram’s wrapped token answer is understood as well', async () => {
    const platform = platforms.find('instagram');
    if (!platform) throw new Error('not registered');
    await sandbox.settings({ instagramWrappedToken: true });
    try {
      await connect(platform);
    } finally {
      await sandbox.settings({ instagramWrappedToken: false });
    }
  });

  it('X says what is too long, Instagram what is too wide', async () => {
    const x = platforms.find('twitter');
    const instagram = platforms.find('instagram');
    if (!x || !instagram) throw new Error('not registered');
    const long = delivery(await connect(x), 'a'.repeat(281), []);
    expect(await x.send(long, {}, go)).toMatchObject({
      kind: 'rejected',
      problem: { kind: 'refused', message: expect.stringContaining('longer than 280 characters') },
    });
    const wide = await media.add('any', { width: 1_000, height: 400 });
    const job = delivery(await connect(instagram), caption(), [
      photo({ publicUrl: `${media.origin}/public/${wide.id}.jpg` }),
    ]);
    await expect(prepared(instagram, job)).rejects.toMatchObject({
      problem: {
        kind: 'refused',
        message:
          'Instagram refused the picture: its shape must be between 4:5 (tall) and 1.91:1 (wide). Crop it, then retry.',
      },
    });
  });

  it('Facebook offers every Page, and says why one can’t be used', async () => {
    const platform = platforms.find('facebook');
    if (!platform) throw new Error('not registered');
    const query = await sandbox.approve(platform.authorizeUrl({ state: 's', redirectUri, codeChallenge: '' }), '*');
    const accounts = await platform.connectableAccounts(
      await platform.exchangeCode({ code: query['code'] ?? '', redirectUri, verifier }),
    );
    expect(accounts.filter((account) => account.unusable === null).length).toBeGreaterThan(1);
    expect(accounts.some((account) => account.unusable !== null)).toBe(true);
  });

  it('revoking ends the token', async () => {
    for (const name of ['facebook', 'twitter'] as const) {
      const platform = platforms.find(name);
      if (!platform) throw new Error('not registered');
      const account = await connect(platform);
      await platform.revoke(account.tokens);
      const job = delivery(account, caption(), []);
      expect(await platform.send(job, {}, go)).toMatchObject({ kind: 'rejected', problem: { kind: 'reconnect' } });
    }
  });
});
