import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  doctorEvents,
  identityRpc,
  notificationEvents,
  notificationRpc,
  publisherEvents,
  resolveEvents,
  rowsOf,
  schedulingEvents,
  usageEvents,
} from '@postloom/contracts';
import type { InputOf, Notification, OutputOf, RpcContract } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import { removeOld, Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { retention } from '../retention.ts';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';

const minute = 60_000;
const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

interface Shop {
  readonly person: Person;
  readonly businessId: string;
}

describe('notifications', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({ NOTICE_MAIL_AFTER_SECONDS: '0' });
  });
  afterAll(() => identity.close());

  const shop = async (options: { confirmed?: boolean } = {}): Promise<Shop> => {
    const person = await identity.signUp();
    if (options.confirmed ?? true) {
      const mail = await identity.inbox.mailTo(person.email, /Confirm/);
      await identity.rpc(identityRpc.emailConfirm, { token: linkToken(mail) });
    }
    const { id: businessId } = await identity.createBusiness(person, { timeZone: 'Europe/Berlin' });
    return { person, businessId };
  };
  const rpc = <C extends RpcContract>(contract: C, input: InputOf<C>, { person, businessId }: Shop, role = 'owner') =>
    identity.service.rpc(contract, input, {
      userId: person.id,
      businessId,
      payerId: person.id,
      role: role as Caller['role'],
    }) as Promise<OutputOf<C>>;
  const list = async (of: Shop): Promise<Notification[]> => rowsOf(await rpc(notificationRpc.notificationList, {}, of));
  /** Whole rows, across tenants. */
  const system = <R extends object>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    identity.service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(sql, parameters));

  const settle = (of: Shop, status: 'published' | 'failed', postId: string = randomUUID(), at = later(0)) =>
    identity.service.emitFrom(schedulingEvents.postSettled, {
      businessId: of.businessId,
      entityId: postId,
      at,
      data: {
        postId,
        status,
        dueAt: '2026-11-21T08:00:00Z',
        targets: [{ platform: 'twitter', status, reason: status === 'failed' ? 'X refused the text.' : null }],
      },
    });
  const target = (postId: string) => ({
    targetId: randomUUID(),
    round: 1,
    postId,
    platform: 'linkedin' as const,
    accountId: randomUUID(),
    attempts: 1,
    error: { code: 'cannot_tell', message: 'No answer came.' },
  });
  const account = () => ({ accountId: randomUUID(), platform: 'instagram' as const, accountName: 'bakery.huber' });
  const has = (of: Shop, titles: string[]) =>
    eventually(`there is ${titles.join(', ') || 'nothing'}`, async () => {
      const found = await list(of);
      expect(found.map(({ title }) => title)).toEqual(titles);
      return found;
    });

  it('are made from events, once however often they are delivered, newest first and in the business’s time', async () => {
    const mine = await shop();
    expect(await list(mine)).toEqual([]);
    const told = await settle(mine, 'published');
    await has(mine, ['Post published']);
    await identity.service.retell(told);
    await identity.service.retell(told);
    await identity.service.emitFrom(doctorEvents.accountExpiring, {
      businessId: mine.businessId,
      data: { ...account(), expiresAt: '2026-11-28T08:00:00Z', daysLeft: 7 },
    });
    const [expiring, published] = await has(mine, ['Instagram ends in 7 days', 'Post published']);
    expect(expiring).toMatchObject({
      type: 'warning',
      read: false,
      actionable: true,
      link: '/settings#social-accounts',
    });
    expect(published).toMatchObject({
      type: 'success',
      read: false,
      actionable: false,
      link: `/schedule?post=${told.data.postId}`,
      message: 'Your post is on X. It was meant to go out on Nov 21, 2026, 9:00 AM Berlin time.',
    });
    expect(Math.abs(Date.now() - Date.parse(published?.timestamp ?? ''))).toBeLessThan(minute);
    const created = await identity.told(published?.id ?? '');
    expect(created).toEqual([
      { subject: notificationEvents.notificationCreated.subject, version: 1, data: { notificationId: published?.id } },
    ]);
  });

  it('are one per post: its latest state, unread again; older events change nothing', async () => {
    const mine = await shop();
    const postId = randomUUID();
    await settle(mine, 'failed', postId, later(-2 * minute));
    const [failed] = await has(mine, ['Your post did not go out on X']);
    await rpc(notificationRpc.notificationSet, { id: failed?.id ?? '', read: true }, mine);
    await settle(mine, 'published', postId, later(-minute));
    const [published] = await has(mine, ['Post published']);
    expect(published).toMatchObject({ id: failed?.id, read: false });
    await settle(mine, 'failed', postId, later(-3 * minute));
    const other = await settle(mine, 'published', randomUUID());
    await eventually('the late one is done with', async () => {
      expect(await list(mine)).toHaveLength(2);
      const inbox = await identity.sql('SELECT 1 AS row FROM inbox WHERE event_id = $1', [other.id]);
      expect(inbox).toHaveLength(1);
    });
    expect((await list(mine)).map(({ title }) => title)).toEqual(['Post published', 'Post published']);
  });

  it('of what was mended, is over or gone lead nowhere any more', async () => {
    const mine = await shop();
    const { businessId } = mine;
    const postId = randomUUID();
    const unclear = target(postId);
    await identity.service.emitFrom(publisherEvents.targetNeedsAttention, { businessId, data: unclear });
    await has(mine, ['Is your post on LinkedIn?']);
    await identity.service.emitFrom(resolveEvents.targetResolved, {
      businessId,
      data: { targetId: unclear.targetId, round: 1, postId, outcome: 'published' },
    });
    await eventually('it is settled', async () =>
      expect((await list(mine))[0]).toMatchObject({ read: true, actionable: false }),
    );
    await identity.service.emitFrom(publisherEvents.targetDelayed, {
      businessId,
      data: { ...unclear, round: 2, until: later(60 * minute) },
    });
    await has(mine, ['LinkedIn holds your post back', 'Is your post on LinkedIn?']);
    await settle(mine, 'published', postId);
    await eventually('the delay is over', async () => {
      const found = await list(mine);
      expect(found.map(({ title, read }) => [title, read])).toEqual([
        ['Post published', false],
        ['LinkedIn holds your post back', true],
        ['Is your post on LinkedIn?', true],
      ]);
    });
    await identity.service.emitFrom(schedulingEvents.postDeleted, {
      businessId,
      data: { postId, photoIds: [], targetIds: [] },
    });
    await has(mine, []);

    const broken = account();
    await identity.service.emitFrom(publisherEvents.accountBroken, { businessId, data: { ...broken, reason: 'No.' } });
    await has(mine, ['Reconnect Instagram']);
    await identity.service.emitFrom(publisherEvents.accountConnected, { businessId, data: broken });
    await eventually('it is settled', async () =>
      expect((await list(mine))[0]).toMatchObject({ read: true, actionable: false }),
    );
    await identity.service.emitFrom(publisherEvents.accountRemoved, { businessId, data: broken });
    await has(mine, []);
  });

  it('stay when they are newer than what would have mended them: events come in any order', async () => {
    const mine = await shop();
    const { businessId } = mine;
    const broken = account();
    await identity.service.emitFrom(publisherEvents.accountBroken, { businessId, data: { ...broken, reason: 'No.' } });
    await has(mine, ['Reconnect Instagram']);
    const connected = await identity.service.emitFrom(publisherEvents.accountConnected, {
      businessId,
      at: later(-minute),
      data: broken,
    });
    await eventually('the late event is done with', async () =>
      // Both of its handlers: of notifications, and of the audit log.
      expect(await identity.sql('SELECT 1 AS row FROM inbox WHERE event_id = $1', [connected.id])).toHaveLength(2),
    );
    expect(await list(mine)).toMatchObject([{ read: false, actionable: true }]);
  });

  it('are read, unread and put away by those who may, and every page hears of it', async () => {
    const mine = await shop();
    await settle(mine, 'published');
    await settle(mine, 'published');
    const [first, second] = await has(mine, ['Post published', 'Post published']);
    const [a = '', b = ''] = [first?.id, second?.id];
    expect(await rpc(notificationRpc.notificationSet, { id: a, read: true }, mine)).toEqual({ ...first, read: true });
    expect((await list(mine)).map(({ read }) => read)).toEqual([true, false]);
    expect(await rpc(notificationRpc.notificationSet, { id: a, read: false }, mine)).toMatchObject({ read: false });
    expect(await rpc(notificationRpc.notificationReadAll, {}, mine)).toEqual({ success: true });
    expect((await list(mine)).map(({ read }) => read)).toEqual([true, true]);
    for (const call of [
      rpc(notificationRpc.notificationSet, { id: a, read: false }, mine, 'viewer'),
      rpc(notificationRpc.notificationReadAll, {}, mine, 'viewer'),
      rpc(notificationRpc.notificationDelete, { id: a }, mine, 'viewer'),
    ]) {
      expect(await codeOf(call)).toBe('forbidden');
    }
    await rpc(notificationRpc.notificationDelete, { id: b }, mine);
    expect((await list(mine)).map(({ id }) => id)).toEqual([a]);
    expect(await codeOf(rpc(notificationRpc.notificationDelete, { id: b }, mine))).toBe('not_found');
    const changes = (await identity.told(a)).filter(
      ({ subject }) => subject === notificationEvents.notificationChanged.subject,
    );
    expect(changes).toHaveLength(2);
  });

  it('of others are not there, and without a business there are none', async () => {
    const [mine, theirs] = [await shop(), await shop()];
    await settle(theirs, 'published');
    const [one] = await has(theirs, ['Post published']);
    const id = one?.id ?? '';
    expect(await list(mine)).toEqual([]);
    expect(await codeOf(rpc(notificationRpc.notificationSet, { id, read: true }, mine))).toBe('not_found');
    expect(await codeOf(rpc(notificationRpc.notificationDelete, { id }, mine))).toBe('not_found');
    await rpc(notificationRpc.notificationReadAll, {}, mine);
    expect(await list(theirs)).toEqual([one]);
    const nowhere = await identity.service.rpc(notificationRpc.notificationList, {}, { businessId: null });
    expect(nowhere).toEqual([]);
    const page = await identity.service.rpc(notificationRpc.notificationList, { limit: 5 }, { businessId: null });
    expect(page).toEqual({ data: [], nextCursor: null, total: 0 });
  });

  it('warn of each limit by its latest figure, where it was nearly used up', async () => {
    const mine = await shop();
    const warn = (event: (typeof usageEvents)[keyof typeof usageEvents], percent: 80 | 90, at = later(0)) => {
      const metric = ({ scheduling: 'posts', captions: 'captions', media: 'storage' } as const)[
        event.subject.split('.')[0] as 'scheduling' | 'captions' | 'media'
      ];
      return identity.service.emitFrom(event, {
        ...{ businessId: mine.businessId, entityId: mine.person.id, version: percent, at },
        data: { payerId: mine.person.id, metric, percent, used: percent + 1, limit: 100 },
      });
    };
    const told = await warn(usageEvents.postsWarned, 80);
    await has(mine, ['Approaching your post limit']);
    await warn(usageEvents.postsWarned, 90, later(minute));
    await has(mine, ['Almost at your limit for posts']);
    await identity.service.retell(told);
    await warn(usageEvents.captionsWarned, 80);
    await has(mine, ['Approaching your caption limit', 'Almost at your limit for posts']);
    await warn(usageEvents.storageWarned, 90);
    const [storage] = await has(mine, [
      'Almost at your limit for storage',
      'Approaching your caption limit',
      'Almost at your limit for posts',
    ]);
    expect(storage).toMatchObject({ type: 'warning', actionable: true, link: '/settings#subscription' });
  });

  it('are kept for 90 days, and listed newest first', async () => {
    const mine = await shop();
    await system(
      `INSERT INTO notifications (id, business_id, key, about, kind, title, message, type, actionable, link, happened_at, created_at)
       SELECT gen_random_uuid(), $1, 'k' || n, $1, 'x', n::text, 'x', 'info', false, '/media', now(),
              now() - interval '1 minute' * n FROM generate_series(1, 120) n`,
      [mine.businessId],
    );
    const found = await list(mine);
    expect(found.map(({ title }) => title)).toEqual(Array.from({ length: 120 }, (_, index) => `${index + 1}`));
    await system(
      `UPDATE notifications SET created_at = now() - interval '91 days' WHERE business_id = $1 AND title <> '7'`,
      [mine.businessId],
    );
    expect((await list(mine)).map(({ title }) => title)).toEqual(['7']);
    const rule = retention.find(({ table }) => table === 'notifications')!;
    expect(await removeOld(identity.service.get(Uow), rule)).toBe(119);
    expect(await system('SELECT id FROM notifications WHERE business_id = $1', [mine.businessId])).toHaveLength(1);
  });

  it('go with their business, and a late event makes none', async () => {
    const mine = await shop();
    await identity.createBusiness(mine.person, { name: 'Second' });
    await settle(mine, 'failed');
    await has(mine, ['Your post did not go out on X']);
    await identity.rpc(identityRpc.businessDelete, { id: mine.businessId }, { userId: mine.person.id });
    const late = await settle(mine, 'failed');
    await eventually('the late event is done with', async () =>
      expect(await identity.sql('SELECT 1 AS row FROM inbox WHERE event_id = $1', [late.id])).toHaveLength(1),
    );
    for (const table of ['notifications', 'notification_mails']) {
      await eventually(`${table} are erased`, async () =>
        expect(await system(`SELECT id FROM ${table} WHERE business_id = $1`, [mine.businessId])).toEqual([]),
      );
    }
  });
});
