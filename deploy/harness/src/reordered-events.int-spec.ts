/**
 * F24: events of the neighbours in any order, some of them twice, over the projections that the services keep of each other:
 * updated before created, deleted first. Every entity must end as its newest event says. `MESSAGING_FAULTS=full`: 1,000 seeds.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventContract, Platform } from '@postloom/contracts';
import { identityEvents, mediaEvents, publisherEvents, schedulingEvents, schedulingRpc } from '@postloom/contracts';
import { eventually, testDatabase, testService } from '@postloom/testing';
import type { EnvelopeFacts, TestService } from '@postloom/testing';
import pg from 'pg';
import { LibraryModule } from '../../../services/analytics/src/library/index.ts';
import { migrations as analyticsMigrations } from '../../../services/analytics/src/migrations/index.ts';
import { migrations as mediaMigrations } from '../../../services/media/src/migrations/index.ts';
import { UsesModule } from '../../../services/media/src/uses/index.ts';
import { SchedulingUnderTest } from '../../../services/scheduling/src/testing/scheduling-under-test.ts';
import { random } from './random.ts';

jest.setTimeout(1_200_000);
const SEEDS = process.env['MESSAGING_FAULTS'] === 'full' ? 1_000 : 40;
const figure = (line: string): void => void process.stdout.write(`  figure: ${line}\n`);

/** An event still to be emitted; another `tell` makes a repetition. */
interface Untold {
  readonly tell: (service: TestService) => Promise<unknown>;
}

function event<E extends EventContract>(contract: E, facts: EnvelopeFacts<E>): Untold {
  const fixed = { ...facts, id: randomUUID(), at: new Date().toISOString() };
  let told: Promise<Awaited<ReturnType<TestService['emitFrom']>>> | undefined;
  return {
    tell: async (service) => {
      if (told === undefined) {
        return (told = service.emitFrom(contract, fixed) as NonNullable<typeof told>);
      }
      return service.retell(await told);
    },
  };
}

/** All events in one order that the seed decides, a third of them twice; many emitted at a time, as by a busy broker. */
async function emitAll(service: TestService, events: readonly Untold[], seed: number): Promise<number> {
  const next = random(seed);
  const copies = events.flatMap((one) => (next() < 0.33 ? [one, one] : [one]));
  const order = copies.map((one) => ({ one, key: next() })).sort((a, b) => a.key - b.key);
  for (let from = 0; from < order.length; from += 50) {
    await Promise.all(order.slice(from, from + 50).map(({ one }) => one.tell(service)));
  }
  return copies.length;
}

async function rows<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return (await admin.query<T>(sql)).rows;
  } finally {
    await admin.end();
  }
}

const photoFacts = (photoId: string) => ({
  photoId,
  sha256: 'a'.repeat(64),
  mimeType: 'image/jpeg',
  width: 1080,
  height: 1080,
  fileSize: 1_000,
  albumId: null,
  thumbnailPath: '/objects/thumbnail',
});

/** How many versions of an entity are emitted: 1 to `most`. */
const lengths = (seed: number, most: number): number[] => {
  const next = random(seed ^ 0x24);
  return Array.from({ length: SEEDS }, () => 1 + Math.floor(next() * most));
};

/** Expected and found states that differ; retried until none does or the time is over. */
async function allAgree(
  sentence: string,
  expected: ReadonlyMap<string, string>,
  find: () => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  await eventually(
    sentence,
    async () => {
      const found = await find();
      const wrong = [...expected].filter(([id, state]) => found.get(id) !== state);
      expect(wrong.slice(0, 3).map(([id, state]) => `${id}: ${found.get(id)} instead of ${state}`)).toEqual([]);
    },
    { timeoutMs: 300_000, everyMs: 250 },
  );
}

describe('scheduling', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  it(`accounts, businesses and photos end right after ${SEEDS} shuffled stories`, async () => {
    const events: Untold[] = [];
    const expected = new Map<string, string>();
    const states = ['connected', 'broken', 'connected', 'removed'] as const;
    const tellers = {
      connected: publisherEvents.accountConnected,
      removed: publisherEvents.accountRemoved,
    };
    for (const length of lengths(1, 4)) {
      const [businessId, accountId] = [randomUUID(), randomUUID()];
      const facts = { accountId, platform: 'facebook' as Platform, accountName: 'bakery' };
      for (let version = 1; version <= length; version += 1) {
        const state = states[version - 1] ?? 'connected';
        const head = { businessId, entityId: accountId, version };
        events.push(
          state === 'broken'
            ? event(publisherEvents.accountBroken, { ...head, data: { ...facts, reason: 'expired' } })
            : event(tellers[state], { ...head, data: facts }),
        );
      }
      expected.set(accountId, states[length - 1] ?? '');
    }
    for (const length of lengths(2, 5)) {
      const businessId = randomUUID();
      for (let version = 1; version <= length; version += 1) {
        events.push(
          event(version === 1 ? identityEvents.businessCreated : identityEvents.businessUpdated, {
            ...{ businessId, entityId: businessId, version },
            data: {
              ...{ businessId, payerId: randomUUID(), name: 'Bakery', industryType: 'restaurant' as const },
              ...{ timeZone: 'Europe/Berlin', lateLimitMinutes: 100 + version },
            },
          }),
        );
      }
      expected.set(businessId, String(100 + length));
    }
    for (const length of lengths(3, 3)) {
      const [businessId, photoId] = [randomUUID(), randomUUID()];
      const head = { businessId, entityId: photoId };
      events.push(event(mediaEvents.photoUploaded, { ...head, version: 1, data: photoFacts(photoId) }));
      if (length > 1) {
        events.push(event(mediaEvents.photoReady, { ...head, version: 2, data: photoFacts(photoId) }));
      }
      if (length > 2) {
        events.push(event(mediaEvents.photoDeleted, { ...head, version: 3, data: { photoId } }));
      }
      expected.set(photoId, length > 2 ? 'gone' : 'there');
    }
    const told = await emitAll(under.service, events, 24);
    await allAgree('every projection says what its newest event says', expected, async () => {
      const found = await rows<{ id: string; state: string }>(
        under.service.database.adminUrl,
        `SELECT account_id AS id, state FROM scheduling.account_refs
         UNION ALL SELECT business_id, late_limit_minutes::text FROM scheduling.business_refs
         UNION ALL SELECT photo_id, CASE WHEN is_deleted THEN 'gone' ELSE 'there' END FROM scheduling.photo_refs`,
      );
      return new Map(found.map(({ id, state }) => [id, state]));
    });
    figure(
      `F24: scheduling, ${SEEDS} stories each of accounts, businesses, photos (${told} events): wrong end states 0`,
    );
  });

  it(`targets end right after ${SEEDS} shuffled stories of the publisher`, async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const accountId = tenant.accounts.get('instagram') ?? '';
    const next = random(77);
    const events: Untold[] = [];
    const expected = new Map<string, string>();
    const error = { code: 'refused', message: 'Instagram refused it.' };
    const posts = [];
    for (let made = 0; made < SEEDS; made += 10) {
      posts.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(10, SEEDS - made) }, async () => {
            const post = await under.create(tenant, { photoId: tenant.photoId });
            await under.rpc(schedulingRpc.postPublish, { id: post.id }, tenant);
            return post;
          }),
        )),
      );
    }
    for (const post of posts) {
      const [target] = await under.targetsOf(post.id);
      if (target === undefined) {
        throw new Error('a post without a target');
      }
      const facts = { targetId: target.id, round: 1, postId: post.id, platform: 'instagram' as Platform, accountId };
      const head = (version: number) => ({ businessId: tenant.caller.businessId, entityId: target.id, version });
      const doubts = Math.floor(next() * 3);
      let version = 1;
      events.push(event(publisherEvents.targetPublishing, { ...head(version), data: { ...facts, attempts: 1 } }));
      for (let doubt = 0; doubt < doubts; doubt += 1) {
        version += 1;
        const data = { ...facts, attempts: version, error };
        events.push(
          next() < 0.5
            ? event(publisherEvents.targetNeedsAttention, { ...head(version), data })
            : event(publisherEvents.targetDelayed, {
                ...head(version),
                data: { ...data, until: '2030-01-01T00:00:00.000Z' },
              }),
        );
        version += 1;
        events.push(
          event(publisherEvents.targetPublishing, { ...head(version), data: { ...facts, attempts: version } }),
        );
      }
      version += 1;
      const isOut = next() < 0.6;
      const data = { ...facts, attempts: version };
      events.push(
        isOut
          ? event(publisherEvents.targetPublished, {
              ...head(version),
              data: { ...data, remoteId: `r-${target.id}`, permalink: null, publishedAt: '2026-12-01T09:00:00.000Z' },
            })
          : event(publisherEvents.targetFailed, { ...head(version), data: { ...data, error } }),
      );
      expected.set(target.id, isOut ? 'published' : 'failed');
    }
    const told = await emitAll(under.service, events, 42);
    await allAgree('every target says what its story ends with', expected, async () => {
      const found = await rows<{ id: string; state: string }>(
        under.service.database.adminUrl,
        'SELECT id, state FROM scheduling.post_targets',
      );
      return new Map(found.map(({ id, state }) => [id, state]));
    });
    figure(`F24: scheduling, ${SEEDS} stories of targets (${told} events): wrong end states 0`);
  });
});

describe('media', () => {
  it(`knows the uses of photos after ${SEEDS} shuffled stories of posts`, async () => {
    const database = await testDatabase('media', mediaMigrations);
    const service = await testService({
      service: 'media',
      database,
      migrations: mediaMigrations,
      imports: [UsesModule],
      handles: [
        { event: schedulingEvents.postScheduled, handlers: ['use-scheduled'] },
        { event: schedulingEvents.postChanged, handlers: ['use-changed'] },
        { event: schedulingEvents.postDeleted, handlers: ['use-ended'] },
      ],
    });
    try {
      const events: Untold[] = [];
      const expected = new Map<string, string>();
      for (const length of lengths(4, 5)) {
        const [businessId, postId] = [randomUUID(), randomUUID()];
        let uses: string[] = [];
        for (let version = 1; version <= length; version += 1) {
          const head = { businessId, entityId: postId, version };
          uses = version === 5 ? [] : [randomUUID()];
          const data = { postId, status: 'scheduled' as const, platforms: ['x'], scheduledFor: null, photoIds: uses };
          const facts = { ...data, platforms: ['facebook' as Platform] };
          if (version === 1) {
            events.push(event(schedulingEvents.postScheduled, { ...head, data: facts }));
          } else if (version < 5) {
            events.push(event(schedulingEvents.postChanged, { ...head, data: facts }));
          } else {
            events.push(
              event(schedulingEvents.postDeleted, { ...head, data: { postId, photoIds: [], targetIds: [] } }),
            );
          }
        }
        expected.set(postId, uses.join());
      }
      const told = await emitAll(service, events, 44);
      await allAgree('every post uses what its newest event says', expected, async () => {
        const found = await rows<{ id: string; uses: string }>(
          database.adminUrl,
          `SELECT u.post_id AS id, coalesce(string_agg(p.photo_id::text, ','), '') AS uses
           FROM media.photo_uses u LEFT JOIN media.photo_posts p USING (post_id) GROUP BY u.post_id`,
        );
        return new Map(found.map(({ id, uses }) => [id, uses]));
      });
      figure(`F24: media, ${SEEDS} stories of posts (${told} events): wrong end states 0`);
    } finally {
      await service.close();
      await database.drop();
    }
  });
});

describe('analytics', () => {
  it(`counts the library after ${SEEDS} shuffled stories of photos`, async () => {
    const database = await testDatabase('analytics', analyticsMigrations);
    const service = await testService({
      service: 'analytics',
      database,
      migrations: analyticsMigrations,
      imports: [LibraryModule],
      handles: [
        { event: mediaEvents.photoUploaded, handlers: ['library-grew'] },
        { event: mediaEvents.photoDeleted, handlers: ['library-shrank'] },
      ],
    });
    try {
      const events: Untold[] = [];
      const expected = new Map<string, string>();
      for (const length of lengths(5, 2)) {
        const [businessId, photoId] = [randomUUID(), randomUUID()];
        const head = { businessId, entityId: photoId };
        events.push(event(mediaEvents.photoUploaded, { ...head, version: 1, data: photoFacts(photoId) }));
        if (length > 1) {
          events.push(event(mediaEvents.photoDeleted, { ...head, version: 2, data: { photoId } }));
        }
        expected.set(photoId, length > 1 ? 'gone' : 'there');
      }
      const told = await emitAll(service, events, 45);
      await allAgree('every photo is counted as its newest event says', expected, async () => {
        const found = await rows<{ id: string; state: string }>(
          database.adminUrl,
          `SELECT photo_id AS id, CASE WHEN is_deleted THEN 'gone' ELSE 'there' END AS state FROM analytics.library_photos`,
        );
        return new Map(found.map(({ id, state }) => [id, state]));
      });
      figure(`F24: analytics, ${SEEDS} stories of photos (${told} events): wrong end states 0`);
    } finally {
      await service.close();
      await database.drop();
    }
  });
});
