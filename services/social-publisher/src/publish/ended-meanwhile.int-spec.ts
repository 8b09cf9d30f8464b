import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schedulingEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { PublisherWorld } from '../testing/publisher-world.ts';

const world = new PublisherWorld();

beforeAll(() => world.start());
afterAll(() => world.stop());

describe('a post that is deleted while the platform works on its picture', () => {
  it('is not revived by the answer, and never goes out (F58)', async () => {
    const person = world.person();
    const account = await world.connect(person, 'instagram');
    const photoIds = [(await world.media.add(person.businessId)).id];
    await world.sandbox.settings({ processingMs: 60_000 });
    await world.sandbox.fault('instagram', { mode: 'latency', latencyMs: 1_500, calls: ['status'] });
    const { targetId, postId } = await world.due(person, account, { photoIds });
    await eventually('its container is made', async () => expect((await world.job(targetId))['steps']).not.toEqual({}));
    await world.service.emitFrom(schedulingEvents.postDeleted, {
      businessId: person.businessId,
      data: { postId, photoIds: [], targetIds: [targetId] },
    });
    await eventually('it is cancelled', async () => expect((await world.job(targetId))['state']).toBe('cancelled'));
    // The slow answer has arrived and the lane is at rest again.
    await eventually('the lane is at rest', async () => {
      const lane = await world.admin.query<{ rests: boolean }>(
        `SELECT lease_until < now() AND ready_at > now() + interval '1 hour' AS rests FROM publisher.lanes WHERE id = $1`,
        [account.id],
      );
      expect(lane.rows[0]?.rests).toBe(true);
    });
    await world.sandbox.settings({ processingMs: 0 });
    await world.sandbox.fault('instagram', { mode: 'none' });
    expect(await world.job(targetId)).toMatchObject({ state: 'cancelled' });
    const after = await world.due(person, account, { photoIds });
    await eventually(
      'a later one is out',
      async () => expect((await world.job(after.targetId))['state']).toBe('published'),
      {
        timeoutMs: 20_000,
      },
    );
    expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(1);
  });
});
