import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, identityRpc, notificationRpc, weekRpc } from '@postloom/contracts';
import type { InputOf, WeekOfPosts } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually, stubRpc } from '@postloom/testing';
import { IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { SummariesClaims } from './summaries.claims.ts';
import { SummariesWorker } from './summaries.worker.ts';

const none = { total: 0, first: [] };
const quiet: WeekOfPosts = { timeZone: 'Europe/Berlin', published: none, failed: none, planned: none };
const busy: WeekOfPosts = {
  ...quiet,
  published: {
    total: 1,
    first: [{ id: null, caption: 'Fresh rolls', at: '2026-11-18T08:00:00.000Z', platforms: ['instagram'] }],
  },
};
/** Everybody's minute is past, in every zone of the test. */
const MONDAY_NOON = new Date('2026-11-23T12:00:00Z');

describe('the weekly summary', () => {
  let identity: IdentityUnderTest;
  let now = MONDAY_NOON;
  let weeks = new Map<string, WeekOfPosts>();
  let isDown = false;
  let asked: (string | null)[] = [];
  beforeAll(async () => {
    identity = await IdentityUnderTest.start();
    await stubRpc(identity.service.nats, weekRpc.weekGet, ({ monday }, { businessId }) => {
      asked.push(businessId);
      if (isDown) {
        throw new AppError('unavailable');
      }
      expect(monday).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      return weeks.get(businessId ?? '') ?? quiet;
    });
    // The clock alone is the test's.
    const claims = identity.service.get(SummariesClaims);
    const readers = claims.readers.bind(claims);
    claims.readers = async (tx, ids) => (await readers(tx, ids)).map((reader) => ({ ...reader, now }));
  });
  afterAll(() => identity.close());
  beforeEach(() => {
    now = MONDAY_NOON;
    weeks = new Map();
    isDown = false;
    asked = [];
  });

  const system = <R extends object>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    identity.service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(sql, parameters));
  /** The person has been here for a while. */
  const grow = ({ id }: Person) =>
    identity.sql(`UPDATE users SET created_at = now() - interval '3 days' WHERE id = $1`, [id]);
  const shop = async (week = busy): Promise<{ person: Person; businessId: string }> => {
    const person = await identity.signUp();
    await identity.rpc(identityRpc.emailConfirm, {
      token: linkToken(await identity.inbox.mailTo(person.email, /Confirm/)),
    });
    const { id } = await identity.createBusiness(person, { name: 'Huber & Söhne', timeZone: 'Europe/Berlin' });
    weeks.set(id, week);
    await grow(person);
    return { person, businessId: id };
  };
  /** The person's turn, by several processes at once. */
  const turn = async ({ id }: Person): Promise<void> => {
    await system('UPDATE weekly_summaries SET ready_at = now() WHERE id = $1', [id]);
    await Promise.all([1, 2, 3].map(() => identity.service.get(SummariesWorker).round()));
  };
  const summaries = ({ id }: Person) =>
    identity.sql<{ monday: string; sent: boolean }>(
      `SELECT monday, sent_at IS NOT NULL AS sent FROM mail_queue WHERE user_id = $1 AND kind = 'weekly' ORDER BY monday`,
      [id],
    );
  const done = (person: Person, count: number) =>
    eventually(`${count} summaries are done with`, async () =>
      expect((await summaries(person)).filter(({ sent }) => sent)).toHaveLength(count),
    );
  const prefer = (person: Person, input: InputOf<typeof notificationRpc.notificationPreferencesSet>) =>
    identity.rpc(notificationRpc.notificationPreferencesSet, input, { userId: person.id });

  it('comes once for a Monday, however often its turn comes, and says how it is stopped', async () => {
    const { person } = await shop();
    await turn(person);
    const mail = await identity.inbox.mailTo(person.email, /^Your week at Huber & Söhne$/);
    expect(mail.text).toContain('1 post went out.');
    expect(mail.text).toContain('“Fresh rolls”');
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(linkToken(mail));
    await turn(person);
    await turn(person);
    expect(await summaries(person)).toMatchObject([{ monday: '2026-11-23' }]);
    await identity.rpc(notificationRpc.unsubscribe, {
      token: linkToken(mail),
      origin: { address: '203.0.113.7', userAgent: 'x' },
    });
    now = new Date(MONDAY_NOON.getTime() + 7 * 86_400_000);
    await turn(person);
    expect(await summaries(person)).toHaveLength(1);
  });

  it('comes again the Monday after', async () => {
    const { person } = await shop();
    await turn(person);
    await done(person, 1);
    now = new Date(MONDAY_NOON.getTime() + 7 * 86_400_000);
    await turn(person);
    await done(person, 2);
    expect(identity.inbox.mails.filter(({ to }) => to?.[0]?.address === person.email)).toHaveLength(3);
  });

  it('is not sent when there is nothing to say', async () => {
    const { person } = await shop(quiet);
    const before = identity.inbox.countTo(person.email);
    await turn(person);
    await done(person, 1);
    expect(identity.inbox.countTo(person.email)).toBe(before);
  });

  it('waits for a Monday, and rests until its morning on the clock of the active business', async () => {
    const { person } = await shop();
    now = new Date('2026-11-22T12:00:00Z');
    await turn(person);
    expect(await summaries(person)).toEqual([]);
    const [row] = await system<{ at: Date }>('SELECT ready_at AS at FROM weekly_summaries WHERE id = $1', [person.id]);
    expect(row?.at.toISOString()).toMatch(/^2026-11-23T07:\d\d:00\.000Z$/);
  });

  it('waits for the end of quiet hours', async () => {
    const { person } = await shop();
    await prefer(person, { quietHours: { on: true, from: '10:00', to: '15:00', failuresPass: true } });
    await turn(person);
    expect(await summaries(person)).toEqual([]);
    const [row] = await system<{ at: Date }>('SELECT ready_at AS at FROM weekly_summaries WHERE id = $1', [person.id]);
    expect(row?.at.toISOString()).toBe('2026-11-23T14:00:00.000Z');
    now = new Date('2026-11-23T14:00:00Z');
    await turn(person);
    await done(person, 1);
  });

  it('leaves out what its reader does not want to hear of', async () => {
    const { person } = await shop({ ...busy, planned: busy.published });
    const off = { page: true, mail: true, weekly: false };
    await prefer(person, { kinds: { posts_published: off } });
    await turn(person);
    const mail = await identity.inbox.mailTo(person.email, /^Your week/);
    expect(mail.text).toContain('1 post is planned.');
    expect(mail.text).not.toContain('went out');
  });

  it('goes to confirmed addresses only, and not to people without a business', async () => {
    const [stranger, alone] = [await identity.signUp(), await identity.signUp()];
    await identity.createBusiness(stranger);
    await identity.rpc(identityRpc.emailConfirm, {
      token: linkToken(await identity.inbox.mailTo(alone.email, /Confirm/)),
    });
    await Promise.all([stranger, alone].map(grow));
    await turn(stranger);
    await turn(alone);
    expect([await summaries(stranger), await summaries(alone)]).toEqual([[], []]);
  });

  it('does not greet who came today', async () => {
    const { person } = await shop();
    await identity.sql('UPDATE users SET created_at = now() WHERE id = $1', [person.id]);
    await turn(person);
    expect(await summaries(person)).toEqual([]);
  });

  it('comes once scheduling answers again', async () => {
    const { person, businessId } = await shop();
    isDown = true;
    await turn(person);
    await eventually('it has been tried', () => Promise.resolve(expect(asked).toContain(businessId)));
    isDown = false;
    await eventually('it was put back', async () =>
      expect(
        await identity.sql(
          `SELECT id FROM mail_queue WHERE user_id = $1 AND kind = 'weekly' AND last_error IS NOT NULL`,
          [person.id],
        ),
      ).toHaveLength(1),
    );
    await identity.sql(`UPDATE mail_queue SET ready_at = now() WHERE user_id = $1 AND kind = 'weekly'`, [person.id]);
    expect((await identity.inbox.mailTo(person.email, /^Your week/)).text).toContain('1 post went out.');
  });

  it('leaves the queue of mails room for those that somebody waits for', async () => {
    const { person } = await shop();
    await identity.sql(
      `INSERT INTO mail_queue (id, user_id, kind, monday, ready_at, lease_until)
       SELECT gen_random_uuid(), $1::uuid, 'weekly', (date '2020-01-06' + n * 7)::text, now(), now() + interval '1 hour'
         FROM generate_series(1, 200) n`,
      [person.id],
    );
    await turn(person);
    expect((await summaries(person)).filter(({ monday }) => monday > '2026')).toEqual([]);
    await identity.sql(`DELETE FROM mail_queue WHERE user_id = $1 AND monday < '2026'`, [person.id]);
    await turn(person);
    expect((await summaries(person)).map(({ monday }) => monday)).toEqual(['2026-11-23']);
  });

  it('speaks of ten businesses at most, the active one first', async () => {
    const { person } = await shop();
    for (let index = 0; index < 11; index += 1) {
      const { id } = await identity.createBusiness(person, { name: `Shop ${index}` });
      weeks.set(id, busy);
    }
    await turn(person);
    const mail = await identity.inbox.mailTo(person.email, /^Your week on Postloom$/);
    expect(mail.text).toContain('2 more of your businesses are not in this summary.');
    expect(mail.text?.indexOf('Huber')).toBeLessThan(mail.text?.indexOf('Shop') ?? 0);
  });
});
