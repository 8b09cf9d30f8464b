import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postMessages, publisherEvents, replacementRpc, schedulingRpc, UNCLEAR_OUTCOME } from '@postloom/contracts';
import type { AccountReplacement, Post } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { RecurrenceUnderTest } from '../recurrence/testing/recurrence-under-test.ts';
import { refusal } from '../testing/scheduling-under-test.ts';
import type { SchedulingUnderTest, Tenant } from '../testing/scheduling-under-test.ts';

interface Handover {
  data: { round: number; accountId: string };
}

describe('an account in the place of another', () => {
  let recurring: RecurrenceUnderTest;
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    recurring = await RecurrenceUnderTest.start();
    under = recurring.under;
  });
  afterAll(() => recurring.close());

  const emit = (
    tenant: Tenant,
    event: typeof publisherEvents.accountRemoved,
    accountId: string,
    version: number,
    accountName = 'bakery',
  ) =>
    under.service.emitFrom(event, {
      ...{ businessId: tenant.caller.businessId, entityId: accountId, version },
      data: { accountId, platform: 'instagram', accountName },
    });
  const stateOf = async (accountId: string) =>
    (await under.sql<{ state: string }>('SELECT state FROM account_refs WHERE account_id = $1', [accountId]))[0]?.state;
  const list = (tenant: Tenant): Promise<AccountReplacement[]> => under.rpc(replacementRpc.replacementList, {}, tenant);
  const decide = (tenant: Tenant, from: string, to: string, decision: 'move' | 'keep') =>
    under.rpc(replacementRpc.replacementDecide, { fromAccountId: from, toAccountId: to, decision }, tenant, {
      idempotencyKey: null,
    });
  const dueNow = (post: Post) => under.sql('UPDATE post_targets SET due_at = now() WHERE post_id = $1', [post.id]);
  const targetOf = async (post: Pick<Post, 'id'>) => {
    const [target] = await under.targetsOf(post.id);
    if (target === undefined) {
      throw new Error('a post without a target');
    }
    return target;
  };
  const handovers = async (post: Pick<Post, 'id'>): Promise<Handover['data'][]> => {
    const rows = await under.sql<Handover>(
      `SELECT data FROM outbox WHERE subject = 'scheduling.target.due.v1' AND entity_id = $1 ORDER BY id`,
      [(await targetOf(post)).id],
    );
    return rows.map(({ data }) => data);
  };
  const handedOver = (post: Pick<Post, 'id'>, times: number) =>
    eventually('it is handed over', async () => {
      const found = await handovers(post);
      expect(found).toHaveLength(times);
      return found;
    });
  /** The publisher lets a post wait: its account is disconnected, or the platform refused it with a code of its own. */
  const park = async (tenant: Tenant, post: Pick<Post, 'id'>, accountId: string, code = 'disconnected') => {
    const { id, round } = await targetOf(post);
    await under.service.emitFrom(publisherEvents.targetNeedsAttention, {
      ...{ businessId: tenant.caller.businessId, entityId: id, version: round * 100_000 + 1 },
      data: {
        ...{ targetId: id, round, postId: post.id, platform: 'instagram', accountId, attempts: 0 },
        error: { code, message: 'This account does not accept posts.' },
      },
    });
  };
  const isParked = (post: Pick<Post, 'id'>) =>
    eventually('it waits', async () => expect((await targetOf(post)).state).toBe('needs_attention'));

  /** A business with Instagram, before its account is replaced. */
  async function bakery(): Promise<{ tenant: Tenant; old: string; next: string }> {
    const { tenant } = await recurring.tenant(1, { platforms: ['instagram'] });
    return { tenant, old: tenant.accounts.get('instagram') ?? '', next: randomUUID() };
  }
  async function replace(tenant: Tenant, old: string, next: string, versions = { old: 2, next: 1 }): Promise<void> {
    tenant.accounts.set('instagram', next);
    await emit(tenant, publisherEvents.accountRemoved, old, versions.old, 'old bakery');
    await emit(tenant, publisherEvents.accountConnected, next, versions.next, 'new bakery');
    await eventually('the exchange is known', async () => {
      expect([await stateOf(old), await stateOf(next)]).toEqual(['removed', 'connected']);
    });
  }

  it('yes: what is due and what is not, and schedules, go from the new one; once', async () => {
    const { tenant, old, next } = await bakery();
    const [due, later] = [await under.schedule(tenant), await under.schedule(tenant, { caption: 'Evening bread' })];
    const made = await recurring.schedule(tenant, 60);
    await dueNow(due);
    await handedOver(due, 1);
    await replace(tenant, old, next);
    await park(tenant, due, old);
    await isParked(due);
    const asked = {
      ...{ platform: 'instagram', posts: 2, schedules: 1, decision: 'open' },
      from: { accountId: old, accountName: 'old bakery' },
      to: { accountId: next, accountName: 'new bakery' },
    };
    await eventually('the question is asked', async () => expect(await list(tenant)).toEqual([asked]));

    await decide(tenant, old, next, 'move');
    expect(await list(tenant)).toEqual([]);
    expect(await handedOver(due, 2)).toMatchObject([
      { round: 1, accountId: old },
      { round: 2, accountId: next },
    ]);
    await eventually('the other is moved', async () => {
      const found = await under.get(tenant, later.id);
      expect(found).toMatchObject({
        version: 2,
        status: 'scheduled',
        targets: [{ accountId: next, status: 'pending' }],
      });
      expect(found.history.at(-1)).toMatchObject({
        ...{ actor: 'person', platform: 'instagram' },
        what: 'Decided to send it from the Instagram account connected now.',
      });
    });
    const bound = await under.sql('SELECT account_ids FROM recurring_schedules WHERE id = $1', [made.id]);
    expect(bound).toEqual([{ account_ids: {} }]);
    // Said twice, and by somebody who answers an older page.
    await decide(tenant, old, next, 'move');
    expect(await refusal(decide(tenant, old, next, 'keep'))).toMatchObject({ code: 'conflict' });
    expect(await handovers(due)).toHaveLength(2);
  });

  it.each(['disconnected', 'reconnect', 'oauth_190'])(
    'a post that turns out to wait (%s) only after the answer goes from the new one too',
    async (code) => {
      const { tenant, old, next } = await bakery();
      const [due, stays] = [await under.schedule(tenant), await under.schedule(tenant, { caption: 'Evening bread' })];
      await dueNow(due);
      await handedOver(due, 1);
      await replace(tenant, old, next);
      await eventually('the question is asked', async () => expect(await list(tenant)).toMatchObject([{ posts: 2 }]));
      await decide(tenant, old, next, 'move');
      await eventually('the other is moved', async () => expect((await targetOf(stays)).account_id).toBe(next));
      expect(await targetOf(due)).toMatchObject({ account_id: old, round: 1 });
      await park(tenant, due, old, code);
      expect((await handedOver(due, 2))[1]).toMatchObject({ round: 2, accountId: next });
    },
  );

  it('no: they wait for the old one, however often they are edited, and go when it is back', async () => {
    const { tenant, old, next } = await bakery();
    const [waiting, due] = [await under.schedule(tenant), await under.schedule(tenant, { caption: 'Evening bread' })];
    const made = await recurring.schedule(tenant, 5);
    await recurring.reaches(tenant, made.id, 'captioning');
    await replace(tenant, old, next);
    await eventually('the question is asked', async () =>
      expect(await list(tenant)).toMatchObject([{ posts: 2, schedules: 1, decision: 'open' }]),
    );
    // Before the answer as after it: nothing goes from another account.
    await dueNow(due);
    expect(await handedOver(due, 1)).toMatchObject([{ accountId: old }]);
    await decide(tenant, old, next, 'keep');
    expect(await list(tenant)).toMatchObject([{ decision: 'keep' }]);
    await recurring.answerCaptions(tenant, made.id);
    const { postId } = await recurring.reaches(tenant, made.id, 'posted');
    expect(await under.get(tenant, postId ?? '')).toMatchObject({
      ...{ status: 'scheduled', preflight: { errors: 0 } },
      targets: [{ accountId: old }],
    });
    const changes = { version: waiting.version, caption: 'Morning bread' };
    expect(await under.rpc(schedulingRpc.postUpdate, { id: waiting.id, changes }, tenant)).toMatchObject({
      ...{ targets: [{ accountId: old }], preflight: { warnings: 1 } },
    });
    expect(await refusal(under.rpc(schedulingRpc.postPublish, { id: waiting.id }, tenant))).toMatchObject({
      ...{ code: 'validation_failed', message: postMessages.waitsForOtherAccount('Instagram') },
    });
    // A new post goes from the account connected now, and so does a new schedule.
    expect(await under.schedule(tenant, { caption: 'New bread' })).toMatchObject({ targets: [{ accountId: next }] });
    expect(await under.sql('SELECT account_ids FROM recurring_schedules WHERE id = $1', [made.id])).toEqual([
      { account_ids: { instagram: old } },
    ]);

    tenant.accounts.set('instagram', old);
    await emit(tenant, publisherEvents.accountRemoved, next, 2);
    await emit(tenant, publisherEvents.accountConnected, old, 3);
    await eventually('the old one is back', async () => expect(await stateOf(old)).toBe('connected'));
    await dueNow(waiting);
    expect(await handedOver(waiting, 1)).toMatchObject([{ accountId: old }]);
    // Only the post of the other account asks now.
    await eventually('the other one asks', async () =>
      expect(await list(tenant)).toMatchObject([{ posts: 1, from: { accountId: next }, to: { accountId: old } }]),
    );
  });

  it('a decision ends when its account comes back: replaced again, its posts ask again', async () => {
    const { tenant, old, next } = await bakery();
    await under.schedule(tenant);
    await replace(tenant, old, next);
    await eventually('the question is asked', async () => expect(await list(tenant)).toMatchObject([{ posts: 1 }]));
    await decide(tenant, old, next, 'keep');
    await replace(tenant, next, old, { old: 2, next: 3 });
    const third = randomUUID();
    await replace(tenant, old, third, { old: 4, next: 1 });
    await eventually('the question is asked again', async () =>
      expect(await list(tenant)).toMatchObject([{ decision: 'open', to: { accountId: third } }]),
    );
    await decide(tenant, old, third, 'keep');
    expect(await list(tenant)).toMatchObject([{ decision: 'keep' }]);
  });

  it('an answer while targets are handed over: each goes once, from one account', async () => {
    const { tenant, old, next } = await bakery();
    const posts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => under.schedule(tenant, { caption: `Bread ${index}` })),
    );
    await replace(tenant, old, next);
    await eventually('the question is asked', async () => expect(await list(tenant)).toMatchObject([{ posts: 20 }]));
    const ids = posts.map(({ id }) => id);
    await Promise.all([
      under.sql('UPDATE post_targets SET due_at = now() WHERE post_id = ANY ($1::uuid[])', [ids]),
      decide(tenant, old, next, 'move'),
      decide(tenant, old, next, 'move'),
    ]);
    await eventually('all are handed over', async () => {
      const targets = await Promise.all(posts.map((post) => targetOf(post)));
      expect(targets.every(({ state }) => state === 'dispatched')).toBe(true);
    });
    for (const post of posts) {
      const [first, ...rest] = await handovers(post);
      expect(rest).toEqual([]);
      if (first?.accountId === old) {
        await park(tenant, post, old);
      }
    }
    await eventually('none waits for the old one', async () => {
      const targets = await Promise.all(posts.map((post) => targetOf(post)));
      expect(targets.map(({ account_id: id, state }) => [id, state])).toEqual(posts.map(() => [next, 'dispatched']));
    });
    for (const post of posts) {
      const found = await handovers(post);
      expect(found.map(({ round }) => round)).toEqual(found.map((_, index) => index + 1));
      expect(found.filter(({ accountId }) => accountId === next)).toHaveLength(1);
    }
  });

  it("leaves alone what is unclear, and another business's accounts", async () => {
    const { tenant, old, next } = await bakery();
    const unclear = await under.schedule(tenant);
    await dueNow(unclear);
    await handedOver(unclear, 1);
    await replace(tenant, old, next);
    const { id, round } = await targetOf(unclear);
    await under.service.emitFrom(publisherEvents.targetNeedsAttention, {
      ...{ businessId: tenant.caller.businessId, entityId: id, version: round * 100_000 + 1 },
      data: {
        ...{ targetId: id, round, postId: unclear.id, platform: 'instagram', accountId: old, attempts: 1 },
        error: { code: UNCLEAR_OUTCOME, message: 'Instagram did not say whether it is published.' },
      },
    });
    await isParked(unclear);
    const waiting = await under.schedule(tenant, { caption: 'Evening bread' });
    await under.sql('UPDATE post_targets SET account_id = $2 WHERE post_id = $1', [waiting.id, old]);
    const stranger = (await bakery()).tenant;
    expect(await refusal(decide(stranger, old, next, 'move'))).toMatchObject({ code: 'not_found' });
    expect(await list(stranger)).toEqual([]);
    const viewer = { role: 'viewer' as const };
    const input = { fromAccountId: old, toAccountId: next, decision: 'move' as const };
    expect(await refusal(under.rpc(replacementRpc.replacementDecide, input, tenant, viewer))).toMatchObject({
      code: 'forbidden',
    });
    expect(await targetOf(waiting)).toMatchObject({ account_id: old });
    await decide(tenant, old, next, 'move');
    await eventually('what waits is moved', async () => expect((await targetOf(waiting)).account_id).toBe(next));
    expect(await targetOf(unclear)).toMatchObject({ account_id: old, state: 'needs_attention', round: 1 });
  });
});
