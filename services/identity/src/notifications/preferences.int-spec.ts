import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { doctorEvents, identityRpc, notificationRpc, rowsOf, schedulingEvents } from '@postloom/contracts';
import type { InputOf, NotificationPreferences, OutputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { defaultPreferences } from '../preferences/index.ts';
import { NoticeMailsWorker } from './notice-mails.worker.ts';

const ZONE = 'Asia/Kathmandu';
const HOUR = 3_600_000;

describe('what people are told, where and when', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    // Nothing is gathered before the test triggers it.
    identity = await IdentityUnderTest.start({ NOTICE_MAIL_AFTER_SECONDS: '3000' });
  });
  afterAll(() => identity.close());

  interface Shop {
    readonly person: Person;
    readonly businessId: string;
  }
  const shop = async (): Promise<Shop> => {
    const person = await identity.signUp();
    await identity.rpc(identityRpc.emailConfirm, {
      token: linkToken(await identity.inbox.mailTo(person.email, /Confirm/)),
    });
    return { person, businessId: (await identity.createBusiness(person, { timeZone: ZONE })).id };
  };
  type Input = InputOf<typeof notificationRpc.notificationPreferencesSet>;
  const save = ({ person }: Shop, input: Input): Promise<OutputOf<typeof notificationRpc.notificationPreferencesSet>> =>
    identity.rpc(notificationRpc.notificationPreferencesSet, input, { userId: person.id });
  const read = ({ person }: Shop): Promise<NotificationPreferences> =>
    identity.rpc(notificationRpc.notificationPreferencesGet, {}, { userId: person.id });
  const system = <R extends object>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    identity.service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(sql, parameters));
  const list = async ({ person, businessId }: Shop, query = {}) =>
    identity.service.rpc(notificationRpc.notificationList, query, {
      ...{ userId: person.id, businessId, payerId: person.id },
      role: 'owner',
    });

  const settle = async ({ businessId }: Shop, status: 'published' | 'failed'): Promise<void> => {
    const postId = randomUUID();
    await identity.service.emitFrom(schedulingEvents.postSettled, { businessId, data: { postId, status } });
    await eventually('it is told', async () =>
      expect(await system('SELECT id FROM notifications WHERE about = $1', [postId])).toHaveLength(1),
    );
  };
  const expire = async ({ businessId }: Shop): Promise<void> => {
    const accountId = randomUUID();
    const expiresAt = new Date(Date.now() + 160 * HOUR).toISOString();
    await identity.service.emitFrom(doctorEvents.accountExpiring, {
      businessId,
      data: { accountId, platform: 'instagram', accountName: 'bakery.huber', expiresAt, daysLeft: 7 },
    });
    await eventually('it is told', async () =>
      expect(await system('SELECT id FROM notifications WHERE about = $1', [accountId])).toHaveLength(1),
    );
  };
  /** Lets the gathering time and the pause between two mails pass, but not the quiet hours. */
  const gather = async ({ businessId }: Shop): Promise<void> => {
    await system(
      `UPDATE notification_mails SET ready_at = now(), last_given_at = '-infinity'
        WHERE business_id = $1 AND ready_at < now() + interval '1 hour'`,
      [businessId],
    );
    await Promise.all([1, 2, 3].map(() => identity.service.get(NoticeMailsWorker).round()));
  };
  const mailed = async ({ person, businessId }: Shop): Promise<string[]> => {
    const rows = await system<{ kind: string }>(
      `SELECT n.kind FROM mail_queue m JOIN notifications n ON n.mail_id = m.id
        WHERE m.user_id = $1 AND n.business_id = $2 ORDER BY n.kind`,
      [person.id, businessId],
    );
    return rows.map(({ kind }) => kind);
  };
  /** Quiet hours that began two hours ago and last two hours more, on the wall clock of the business. */
  const asleep = (failuresPass: boolean): Input['quietHours'] => {
    const clock = (at: number): string =>
      new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'short', hourCycle: 'h23' }).format(at);
    return { on: true, from: clock(Date.now() - 2 * HOUR), to: clock(Date.now() + 2 * HOUR), failuresPass };
  };

  it('has defaults, takes any part, and gives back what was saved', async () => {
    const mine = await shop();
    expect(await read(mine)).toEqual(defaultPreferences);
    const quietHours = { on: true, from: '22:30', to: '06:15', failuresPass: false };
    expect(await save(mine, { quietHours })).toEqual({ ...defaultPreferences, quietHours });
    const recurring = { page: false, mail: true, weekly: false };
    await save(mine, { kinds: { recurring } });
    expect(await save(mine, {})).toEqual({ kinds: { ...defaultPreferences.kinds, recurring }, quietHours });
    expect(await read(await shop())).toEqual(defaultPreferences);
  });

  it.each([
    [{ kinds: { security: { page: true, mail: false, weekly: false } } }],
    [{ kinds: { plan: { page: true, mail: false } } }],
    [{ kinds: { plan: { page: 'no', mail: false, weekly: false } } }],
    [{ quietHours: { on: true, from: '24:00', to: '07:00', failuresPass: true } }],
    [{ quietHours: { on: true, from: '07:00', to: '07:00', failuresPass: true } }],
    [{ quietHours: { on: true, from: '7', to: '08:00', failuresPass: true } }],
    [{ mail: true }],
  ])('refuses %j and changes nothing', async (input) => {
    const mine = await shop();
    expect(await codeOf(save(mine, input as Input))).toBe('validation_failed');
    expect(await read(mine)).toEqual(defaultPreferences);
  });

  it('keeps the page free of kinds that are not wanted there, and shows them again when they are', async () => {
    const mine = await shop();
    await settle(mine, 'published');
    await settle(mine, 'failed');
    await save(mine, { kinds: { posts_published: { page: false, mail: false, weekly: true } } });
    expect(rowsOf(await list(mine)).map(({ title }) => title)).toEqual(['Your post did not go out']);
    expect(await list(mine, { limit: 5 })).toMatchObject({ total: 1 });
    await save(mine, { kinds: { posts_published: defaultPreferences.kinds.posts_published } });
    expect(rowsOf(await list(mine))).toHaveLength(2);
  });

  it('mails the kinds that are wanted by mail, and no other', async () => {
    const mine = await shop();
    await save(mine, {
      kinds: {
        posts_failed: { page: true, mail: false, weekly: true },
        posts_published: { page: true, mail: true, weekly: true },
      },
    });
    await settle(mine, 'failed');
    await settle(mine, 'published');
    await gather(mine);
    expect(await mailed(mine)).toEqual(['post_published']);
  });

  it('does not mail what was switched off after it happened', async () => {
    const mine = await shop();
    await settle(mine, 'failed');
    await save(mine, { kinds: { posts_failed: { page: true, mail: false, weekly: true } } });
    await gather(mine);
    expect(await mailed(mine)).toEqual([]);
    await save(mine, { kinds: { posts_failed: defaultPreferences.kinds.posts_failed } });
    await gather(mine);
    expect(await mailed(mine)).toEqual([]);
  });

  it('waits in quiet hours, lets a failed post through where the person wants it, and mails the rest at their end', async () => {
    const mine = await shop();
    await save(mine, { quietHours: asleep(true) });
    await expire(mine);
    await gather(mine);
    expect(await mailed(mine)).toEqual([]);
    await settle(mine, 'failed');
    await gather(mine);
    expect(await mailed(mine)).toEqual(['post_failed']);
    const [row] = await system<{ minutes: number }>(
      `SELECT extract(epoch FROM ready_at - now())::float8 / 60 AS minutes FROM notification_mails WHERE business_id = $1`,
      [mine.businessId],
    );
    expect(row?.minutes).toBeGreaterThan(118);
    expect(row?.minutes).toBeLessThan(121);
    await system('UPDATE quiet_hours SET is_on = false WHERE user_id = $1', [mine.person.id]);
    await system('UPDATE notification_mails SET ready_at = now() WHERE business_id = $1', [mine.businessId]);
    await gather(mine);
    expect(await mailed(mine)).toEqual(['account_expiring', 'post_failed']);
  });

  it('lets nothing through when the person wants silence, until the quiet hours are switched off', async () => {
    const mine = await shop();
    await save(mine, { quietHours: asleep(false) });
    await settle(mine, 'failed');
    await gather(mine);
    expect(await mailed(mine)).toEqual([]);
    await save(mine, { quietHours: { ...defaultPreferences.quietHours } });
    await gather(mine);
    expect(await mailed(mine)).toEqual(['post_failed']);
  });
});
