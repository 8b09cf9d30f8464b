import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { KeyRing, openFor } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { boundTo } from '../vault/binding.ts';
import { startPublisherProcess } from '../testing/publisher-process.ts';
import type { PublisherProcess } from '../testing/publisher-process.ts';
import { PublisherWorld, vaultKeys } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const platforms: Platform[] = ['instagram', 'facebook', 'twitter'];

const world = new PublisherWorld();
const running: PublisherProcess[] = [];
const lanes: { person: Person; account: SocialAccount; photoId: string }[] = [];
let written = '';

async function publisher(env: Record<string, string> = {}): Promise<PublisherProcess> {
  const started = await startPublisherProcess(world, env);
  running.push(started);
  return started;
}

async function killAll(): Promise<void> {
  for (const one of running.splice(0)) {
    await one.stop();
    written += one.output();
  }
}

beforeAll(async () => {
  // The platforms' own refusal of duplicates is off: it would hide ours.
  await world.start({ service: false, sandbox: { SANDBOX_QUOTAS: 'off', SANDBOX_DUPLICATES: 'allow' } });
  await world.drive();
  await publisher();
  for (const platform of [...platforms, ...platforms]) {
    const person = world.person();
    const account = await world.connect(person, platform);
    lanes.push({ person, account, photoId: (await world.media.add(person.businessId)).id });
  }
  await killAll();
}, 120_000);
afterEach(async () => {
  await killAll();
  for (const platform of platforms) {
    await world.sandbox.fault(platform, { mode: 'none' });
  }
});
afterAll(() => world.stop());

async function onePostPerLane(): Promise<{ targetId: string; caption: string; account: SocialAccount }[]> {
  return Promise.all(
    lanes.map(async ({ person, account, photoId }) => ({
      ...(await world.due(person, account, { photoIds: [photoId] })),
      account,
    })),
  );
}

async function allPublishedOnce(
  posts: readonly { targetId: string; caption: string; account: SocialAccount }[],
): Promise<void> {
  for (const post of posts) {
    await eventually(
      'the post is published',
      async () => {
        const job = await world.job(post.targetId);
        expect(`${String(job['state'])} ${String(job['error_message'] ?? '')}`).toBe('published ');
      },
      // An event that the dead process was handling is delivered again after the broker's ack wait of 30 s.
      { timeoutMs: 70_000 },
    );
  }
  const ledger = await world.sandbox.publications();
  for (const post of posts) {
    const copies = ledger.filter((one) => one.accountId === post.account.accountId && one.text === post.caption);
    expect(`${post.account.platform}: ${copies.length}`).toBe(`${post.account.platform}: 1`);
    expect((await world.job(post.targetId))['remote_id']).toBe(copies[0]?.remoteId);
  }
}

describe('frozen processes', () => {
  it('a process that sleeps longer than two seconds between intent and send does not send', async () => {
    await publisher({ POSTLOOM_FAILPOINTS: 'intent_written=sleep:2300#1' });
    const lane = lanes[2];
    if (!lane) {
      throw new Error('no lane');
    }
    const post = { ...(await world.due(lane.person, lane.account)), account: lane.account };
    await allPublishedOnce([post]);
    const attempts = await world.admin.query<{ outcome: string; code: string }>(
      `SELECT outcome, code FROM publisher.publish_attempts a JOIN publisher.publish_jobs j ON j.id = a.job_id WHERE j.target_id = $1 ORDER BY number`,
      [post.targetId],
    );
    expect(attempts.rows).toEqual([
      { outcome: 'not_sent', code: 'too_late' },
      { outcome: 'published', code: 'published' },
    ]);
  }, 60_000);

  it('a process that is late every time tries more and more rarely, and sends nothing', async () => {
    await publisher({ POSTLOOM_FAILPOINTS: 'intent_written=sleep:2100' });
    const lane = lanes[2];
    if (!lane) {
      throw new Error('no lane');
    }
    const { targetId } = await world.due(lane.person, lane.account);
    const pauses = await eventually(
      'three pauses are over',
      async () => {
        const { rows } = await world.admin.query<{ pause: number }>(
          `SELECT extract(epoch FROM n.intent_at - a.settled_at)::float8 AS pause FROM publisher.publish_attempts a
          JOIN publisher.publish_attempts n ON n.job_id = a.job_id AND n.number = a.number + 1
          JOIN publisher.publish_jobs j ON j.id = a.job_id WHERE j.target_id = $1 ORDER BY a.number LIMIT 3`,
          [targetId],
        );
        expect(rows).toHaveLength(3);
        return rows.map((row) => row.pause);
      },
      { timeoutMs: 40_000 },
    );
    expect(pauses[1]).toBeGreaterThanOrEqual(0.4);
    expect(pauses[2]).toBeGreaterThanOrEqual(0.8);
    expect((await world.job(targetId))['failures']).toBe(0);
    await world.admin.query(
      `UPDATE publisher.publish_jobs SET state = 'cancelled', ready_at = 'infinity' WHERE target_id = $1`,
      [targetId],
    );
  }, 60_000);

  it('a zombie that comes back after another took over sends nothing', async () => {
    const zombie = await publisher({ POSTLOOM_FAILPOINTS: 'intent_written=sleep:1000#1' });
    const lane = lanes[2];
    if (!lane) {
      throw new Error('no lane');
    }
    const post = {
      ...(await world.due(lane.person, lane.account)),
      account: lane.account,
    };
    await eventually('the intent is written', async () =>
      expect((await world.job(post.targetId))['state']).toBe('verifying'),
    );
    zombie.child.kill('SIGSTOP');
    await publisher();
    await allPublishedOnce([post]);
    zombie.child.kill('SIGCONT');
    await eventually('the zombie knows that it lost the lane', async () =>
      expect(await zombie.metric('postloom_publisher_leases_lost_total')).toBeGreaterThan(0),
    );
    await allPublishedOnce([post]);
  }, 60_000);
});

describe('killed processes', () => {
  it('one that dies within a call leaves the account closed until the call is over for certain, and no longer', async () => {
    await publisher({
      PUBLISH_LEASE_SECONDS: '30',
      PUBLISH_CALL_TIMEOUT_MS: '30000',
      POSTLOOM_FAILPOINTS: 'intent_written=sleep:1000#1',
    });
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    const { targetId } = await world.due(person, account);
    await eventually('the intent is written', async () =>
      expect((await world.job(targetId))['state']).toBe('verifying'),
    );
    await killAll();
    const { rows } = await world.admin.query<{ seconds: number }>(
      `SELECT extract(epoch FROM l.lease_until - a.intent_at)::float8 AS seconds
      FROM publisher.lanes l JOIN publisher.publish_jobs j ON j.account_id = l.id
      JOIN publisher.publish_attempts a ON a.job_id = j.id WHERE j.target_id = $1 AND a.settled_at IS NULL`,
      [targetId],
    );
    // It may begin two seconds after its intent and last thirty.
    expect(rows[0]?.seconds).toBeGreaterThanOrEqual(32);
    expect(rows[0]?.seconds).toBeLessThan(35);
  }, 60_000);
});

describe('two publishers at the same time', () => {
  it('publish each post once, and refresh a one-use token once', async () => {
    await publisher();
    const person = world.person();
    // Of tokens that need no renewal yet: a process killed within one takes the new tokens with it.
    const account = await world.connect(person, 'twitter');
    await killAll();
    const refreshes = async (): Promise<number> =>
      (await world.sandbox.requests('twitter')).filter((request) => request.path === '/x/2/oauth2/token').length;
    const before = await refreshes();
    await world.admin.query(`UPDATE publisher.lanes SET refresh_at = now(), ready_at = now() WHERE id = $1`, [
      account.id,
    ]);
    await Promise.all([publisher(), publisher()]);
    const mine = await Promise.all(
      Array.from({ length: 10 }, async () => ({ ...(await world.due(person, account)), account })),
    );
    await allPublishedOnce([...mine, ...(await onePostPerLane())]);
    expect((await refreshes()) - before).toBe(1);
  }, 90_000);
});

describe('the control that must fail', () => {
  it('shows duplicates when the look after a doubt is switched off', async () => {
    for (const platform of platforms) {
      await world.sandbox.fault(platform, { mode: 'hang_after', count: 1 });
    }
    await publisher({ PUBLISH_CONTROL: 'resend-on-doubt' });
    const posts = await onePostPerLane();
    for (const post of posts) {
      await eventually(
        'the job ended',
        async () => expect(['published', 'failed']).toContain((await world.job(post.targetId))['state']),
        { timeoutMs: 40_000 },
      );
    }
    const ledger = await world.sandbox.publications();
    const copies = posts.map(
      (post) => ledger.filter((one) => one.text === post.caption && one.accountId === post.account.accountId).length,
    );
    expect(Math.max(...copies)).toBeGreaterThan(1);
  }, 90_000);
});

describe('tokens', () => {
  it('stand nowhere outside of the vault: not in logs, events or any table', async () => {
    const secrets = await world.admin.query<{
      account_id: string;
      business_id: string;
      platform: string;
      kid: string;
      wrapped_key: Buffer;
      ciphertext: Buffer;
    }>('SELECT * FROM publisher.account_secrets');
    const tokens = secrets.rows.flatMap((row) => {
      const binding = { businessId: row.business_id, platform: row.platform, origin: null, subjectId: row.account_id };
      const opened = openFor(KeyRing.parse(vaultKeys), boundTo(binding), {
        kid: row.kid,
        wrappedKey: row.wrapped_key,
        ciphertext: row.ciphertext,
      });
      const set = JSON.parse(opened.toString()) as Record<string, string | null>;
      return [set['accessToken'], set['refreshToken'], set['grantToken']].filter(
        (token): token is string => typeof token === 'string',
      );
    });
    expect(tokens.length).toBeGreaterThanOrEqual(lanes.length);
    const tables = await world.admin.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'publisher' AND c.relkind = 'r'`,
    );
    let everything = written;
    for (const { name } of tables.rows) {
      const rows = await world.admin.query<{ text: string }>(`SELECT t::text AS text FROM publisher."${name}" t`);
      everything += rows.rows.map((row) => row.text).join('\n');
    }
    expect(everything.length).toBeGreaterThan(10_000);
    for (const token of tokens) {
      expect(everything.includes(token)).toBe(false);
      expect(everything.includes(Buffer.from(token).toString('hex'))).toBe(false);
    }
    // The search can find something: those tables contain account ids.
    expect(everything.includes(lanes[0]?.account.id ?? '?')).toBe(true);
  });
});
