import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import type { Platform } from '@postloom/contracts';
import { identityEvents, mediaEvents, publisherEvents, schedulingRpc } from '@postloom/contracts';
import { endAsTold, photoFacts, seeded, STORIES, storyLengths, untold } from '@postloom/testing';
import type { Untold } from '@postloom/testing';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';

jest.setTimeout(1_200_000);

describe('what scheduling keeps of its neighbors, after shuffled events', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  it(`accounts, businesses and photos end right after ${STORIES} shuffled stories`, async () => {
    const events: Untold[] = [];
    const expected = new Map<string, string>();
    const states = ['connected', 'broken', 'connected', 'removed'] as const;
    const tellers = {
      connected: publisherEvents.accountConnected,
      removed: publisherEvents.accountRemoved,
    };
    for (const length of storyLengths(1, 4)) {
      const [businessId, accountId] = [randomUUID(), randomUUID()];
      const facts = { accountId, platform: 'facebook' as Platform, accountName: 'bakery' };
      for (let version = 1; version <= length; version += 1) {
        const state = states[version - 1] ?? 'connected';
        const head = { businessId, entityId: accountId, version };
        events.push(
          state === 'broken'
            ? untold(publisherEvents.accountBroken, { ...head, data: { ...facts, reason: 'expired' } })
            : untold(tellers[state], { ...head, data: facts }),
        );
      }
      expected.set(accountId, states[length - 1] ?? '');
    }
    for (const length of storyLengths(2, 5)) {
      const businessId = randomUUID();
      for (let version = 1; version <= length; version += 1) {
        events.push(
          untold(version === 1 ? identityEvents.businessCreated : identityEvents.businessUpdated, {
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
    for (const length of storyLengths(3, 4)) {
      const [businessId, photoId] = [randomUUID(), randomUUID()];
      const head = { businessId, entityId: photoId };
      events.push(untold(mediaEvents.photoUploaded, { ...head, version: 1, data: photoFacts(photoId) }));
      if (length > 1) {
        events.push(untold(mediaEvents.photoReady, { ...head, version: 2, data: photoFacts(photoId) }));
      }
      if (length > 2) {
        const data = { ...photoFacts(photoId), width: 640 };
        events.push(untold(mediaEvents.photoUpdated, { ...head, version: 3, data }));
      }
      if (length > 3) {
        events.push(untold(mediaEvents.photoDeleted, { ...head, version: 4, data: { photoId } }));
      }
      expected.set(photoId, ['', 'there, 1080', 'there, 1080', 'there, 640', 'gone'][length] ?? '');
    }
    await endAsTold({
      ...{ service: under.service, events, expected, seed: 24 },
      what: 'scheduling, stories of accounts, businesses, photos',
      found: `SELECT account_id AS id, state FROM scheduling.account_refs
        UNION ALL SELECT business_id, late_limit_minutes::text FROM scheduling.business_refs
        UNION ALL SELECT photo_id, CASE WHEN is_deleted THEN 'gone' ELSE 'there, ' || width END FROM scheduling.photo_refs`,
    });
  });

  it(`targets end right after ${STORIES} shuffled stories of the publisher`, async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const accountId = tenant.accounts.get('instagram') ?? '';
    const next = seeded(77);
    const events: Untold[] = [];
    const expected = new Map<string, string>();
    const error = { code: 'refused', message: 'Instagram refused it.' };
    const posts = [];
    for (let made = 0; made < STORIES; made += 10) {
      posts.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(10, STORIES - made) }, async () => {
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
      events.push(untold(publisherEvents.targetPublishing, { ...head(version), data: { ...facts, attempts: 1 } }));
      for (let doubt = 0; doubt < doubts; doubt += 1) {
        version += 1;
        const data = { ...facts, attempts: version, error };
        events.push(
          next() < 0.5
            ? untold(publisherEvents.targetNeedsAttention, { ...head(version), data })
            : untold(publisherEvents.targetDelayed, {
                ...head(version),
                data: { ...data, until: '2030-01-01T00:00:00.000Z' },
              }),
        );
        version += 1;
        events.push(
          untold(publisherEvents.targetPublishing, { ...head(version), data: { ...facts, attempts: version } }),
        );
      }
      version += 1;
      const isOut = next() < 0.6;
      const data = { ...facts, attempts: version };
      events.push(
        isOut
          ? untold(publisherEvents.targetPublished, {
              ...head(version),
              data: { ...data, remoteId: `r-${target.id}`, permalink: null, publishedAt: '2026-12-01T09:00:00.000Z' },
            })
          : untold(publisherEvents.targetFailed, { ...head(version), data: { ...data, error } }),
      );
      expected.set(target.id, isOut ? 'published' : 'failed');
    }
    await endAsTold({
      ...{ service: under.service, events, expected, seed: 42, what: 'scheduling, stories of targets' },
      found: 'SELECT id, state FROM scheduling.post_targets',
    });
  });
});
