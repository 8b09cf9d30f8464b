import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { publisherEvents, schedulingRpc } from '@postloom/contracts';
import type { PostWithHistory } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import type { SchedulingUnderTest, Tenant } from './scheduling-under-test.ts';

const events = {
  failed: publisherEvents.targetFailed,
  needs_attention: publisherEvents.targetNeedsAttention,
} as const;

/** A post whose Instagram target has ended so; the other platforms have published it. */
export async function halfPublished(
  under: SchedulingUnderTest,
  tenant: Tenant,
  ending: { readonly status: keyof typeof events; readonly error: { readonly code: string; readonly message: string } },
  photos: { photoId: string } | { photoIds: string[] } = { photoId: tenant.photoId },
): Promise<PostWithHistory> {
  const { id } = await under.create(tenant, photos);
  await under.rpc(schedulingRpc.postPublish, { id }, tenant);
  await eventually('handed over', async () => {
    expect((await under.targetsOf(id)).every(({ state }) => state === 'dispatched')).toBe(true);
  });
  for (const target of await under.targetsOf(id)) {
    const head = { businessId: tenant.caller.businessId, entityId: target.id, version: 2 };
    const data = {
      ...{ targetId: target.id, round: target.round, postId: id, platform: target.platform },
      ...{ accountId: target.account_id, attempts: 1 },
    };
    if (target.platform === 'instagram') {
      await under.service.emitFrom(events[ending.status], { ...head, data: { ...data, error: ending.error } });
    } else {
      const proof = { remoteId: randomUUID(), permalink: null, publishedAt: '2026-11-20T10:00:00.000Z' };
      await under.service.emitFrom(publisherEvents.targetPublished, { ...head, data: { ...data, ...proof } });
    }
  }
  return eventually('half of it is out', async () => {
    const post = await under.get(tenant, id);
    expect(post.targets.map(({ status }) => status)).toEqual(
      post.targets.map(({ platform }) => (platform === 'instagram' ? ending.status : 'published')),
    );
    return post;
  });
}
