import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AppError,
  identityRpc,
  notificationRpc,
  reportFileRpc,
  reportLogoRpc,
  reportMailRpc,
  rowsOf,
} from '@postloom/contracts';
import type { InputOf, OutputOf, ReportSchedule, RpcContract } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually, stubRpc } from '@postloom/testing';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { ReportSchedulesWorker } from './report-schedules.worker.ts';

interface Shop {
  readonly person: Person;
  readonly businessId: string;
}
type Asked = { input: InputOf<typeof reportFileRpc.reportCompose>; businessId: string | null };

const FILE = 'figures of the week';
const LOGO = { png: Buffer.from('a picture').toString('base64'), width: 120, height: 40 };
/** Its turn is days away, whenever the tests run. */
const soon = new Date(Date.now() + 3 * 86_400_000).getUTCDay();
const weekly = { frequency: 'weekly', weekday: soon || 7, hour: 8, format: 'pdf' } as const;

describe('reports by mail', () => {
  let identity: IdentityUnderTest;
  let asked: Asked[] = [];
  let isDown = false;
  let logosOf: (string | null)[] = [];
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({ MOST_REPORT_SCHEDULES: '3' });
    await stubRpc(identity.service.nats, reportFileRpc.reportCompose, (input, { businessId }) => {
      asked.push({ input, businessId });
      if (isDown) {
        throw new AppError('unavailable');
      }
      return {
        fileName: `report.${input.format}`,
        mimeType: 'application/pdf',
        base64: Buffer.from(FILE).toString('base64'),
      };
    });
  });
  beforeAll(() =>
    stubRpc(identity.service.nats, reportLogoRpc.reportLogoGet, (_input, { businessId }) => {
      logosOf.push(businessId);
      return { logo: LOGO };
    }),
  );
  afterAll(() => identity.close());
  beforeEach(() => {
    asked = [];
    isDown = false;
    logosOf = [];
    identity.inbox.refusal = null;
  });

  const shop = async (input: { name?: string; isConfirmed?: boolean } = {}): Promise<Shop> => {
    const person = await identity.signUp();
    if (input.isConfirmed !== false) {
      const mail = await identity.inbox.mailTo(person.email, /Confirm/);
      await identity.rpc(identityRpc.emailConfirm, { token: linkToken(mail) });
    }
    const { id } = await identity.createBusiness(person, { name: input.name ?? 'Rye & Co', timeZone: 'Europe/Berlin' });
    return { person, businessId: id };
  };
  const call = <C extends RpcContract>(
    { person, businessId }: Shop,
    contract: C,
    input: InputOf<C>,
    key: string | null = null,
  ) =>
    identity.service.rpc(contract, input, {
      ...{ userId: person.id, businessId, payerId: person.id, role: 'owner', idempotencyKey: key },
    });
  const create = (of: Shop, input: Partial<InputOf<typeof reportMailRpc.reportScheduleCreate>> = {}) =>
    call(of, reportMailRpc.reportScheduleCreate, { ...weekly, ...input });
  const list = async (of: Shop): Promise<ReportSchedule[]> =>
    (await call(of, reportMailRpc.reportScheduleList, {})).schedules;
  const sql = <R extends object>({ businessId }: Shop, text: string, parameters: unknown[] = []): Promise<R[]> =>
    identity.service.get(Uow).run(Scope.business(businessId), (tx) => tx.query<R>(text, parameters));
  /** As if the schedule had begun a year ago and its turn had come; taken up by several processes at once. */
  const turn = async (of: Shop): Promise<void> => {
    await sql(
      of,
      `UPDATE report_schedules SET active_since = now() - interval '1 year', ready_at = now() WHERE is_active RETURNING id`,
    );
    await Promise.all([1, 2, 3].map(() => identity.service.get(ReportSchedulesWorker).round()));
  };
  const mails = (of: Shop) =>
    sql<{ sent: boolean; given_up: boolean; last_error: string | null }>(
      of,
      'SELECT sent_at IS NOT NULL AS sent, given_up_at IS NOT NULL AS given_up, last_error FROM report_mails',
    );
  const ended = (of: Shop, count: number) =>
    eventually('its reports have ended', async () =>
      expect((await mails(of)).filter(({ sent, given_up: givenUp }) => sent || givenUp)).toHaveLength(count),
    );

  it('come with their file, once for a period, however often their turn comes', async () => {
    const rye = await shop();
    const { id, nextAt } = await create(rye);
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    expect(hour.format(new Date(nextAt ?? ''))).toBe('08:00');
    expect(new Date(nextAt ?? '').getUTCDay()).toBe(soon);
    await turn(rye);
    const mail = await identity.inbox.mailTo(rye.person.email, /^Rye & Co: report for /);
    expect(
      mail.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()]),
    ).toEqual([['report.pdf', FILE]]);
    await ended(rye, 1);
    await turn(rye);
    await turn(rye);
    expect(await mails(rye)).toEqual([{ sent: true, given_up: false, last_error: null }]);
    expect(asked.map(({ businessId }) => businessId)).toEqual([rye.businessId]);
    const { from, to, brand } = asked[0]?.input as Asked['input'];
    expect(new Date(`${from}T00:00:00Z`).getUTCDay()).toBe(soon);
    expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
    expect(brand).toEqual({ name: 'Rye & Co', color: null, isWhiteLabel: false });
    expect(logosOf).toEqual([]);
    const [known] = await list(rye);
    expect(known).toMatchObject({ id, isActive: true, nextAt });
    expect(known?.lastSentAt).not.toBeNull();
  });

  it('are not made up for from before they began, and not sent before their turn', async () => {
    const rye = await shop();
    await create(rye);
    await sql(rye, 'UPDATE report_schedules SET ready_at = now() RETURNING id');
    await identity.service.get(ReportSchedulesWorker).round();
    expect(await mails(rye)).toEqual([]);
    expect(Date.parse((await list(rye))[0]?.nextAt ?? '')).toBeGreaterThan(Date.now());
  });

  it('are from the business, and name nothing else, on Agency', async () => {
    const rye = await shop({ name: 'Studio North' });
    await identity.rpc(identityRpc.planChange, { tier: 'agency' }, { userId: rye.person.id });
    const colors = { primary: '#B5342B', secondary: '#FFFFFF' };
    await identity.rpc(
      identityRpc.businessUpdate,
      { id: rye.businessId, changes: { brandColors: colors } },
      { userId: rye.person.id },
    );
    await create(rye);
    await turn(rye);
    const mail = await identity.inbox.mailTo(rye.person.email, /^Studio North: report/);
    const { from, subject, text, html } = mail;
    expect(from?.name).toBe('Studio North');
    expect([subject, text, html].join('\n').replaceAll('https://postloom.example', '')).not.toMatch(/postloom/i);
    expect(asked[0]?.input.brand).toEqual({ name: 'Studio North', color: '#B5342B', isWhiteLabel: true, logo: LOGO });
    expect(logosOf).toEqual([rye.businessId]);
    expect(html).toContain('src="cid:logo"');
    const shown = mail.attachments.map(({ contentId, content }) => [
      contentId,
      Buffer.from(content as ArrayBuffer).toString(),
    ]);
    expect(shown).toEqual([
      ['<logo>', 'a picture'],
      [undefined, FILE],
    ]);
  });

  it('stop with the one click of their mail, for that report alone, and come again when they are resumed', async () => {
    const rye = await shop();
    const { id } = await create(rye);
    const other = await create(rye, { frequency: 'monthly', day: 31 });
    await sql(
      rye,
      `UPDATE report_schedules SET active_since = now() - interval '1 year', ready_at = now() WHERE id = $1 RETURNING id`,
      [id],
    );
    await identity.service.get(ReportSchedulesWorker).round();
    const mail = await identity.inbox.mailTo(rye.person.email, /^Rye & Co: report/);
    const token = linkToken(mail);
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(token);
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
    const link = { token, origin: { address: '203.0.113.7', userAgent: 'x' } };
    const answer = { channel: 'report', kinds: [] };
    expect(await identity.rpc(notificationRpc.unsubscribeLook, link)).toEqual({ ...answer, stopped: false });
    expect(await identity.rpc(notificationRpc.unsubscribe, link)).toEqual({ ...answer, stopped: true });
    expect(await identity.rpc(notificationRpc.unsubscribeLook, link)).toEqual({ ...answer, stopped: true });
    const active = async () => new Map((await list(rye)).map((one) => [one.id, one.isActive]));
    expect(await active()).toEqual(
      new Map([
        [id, false],
        [other.id, true],
      ]),
    );
    await call(rye, reportMailRpc.reportScheduleUpdate, { id, changes: { isActive: true } });
    expect((await active()).get(id)).toBe(true);
    const lie = { ...link, token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` };
    expect(await codeOf(identity.rpc(notificationRpc.unsubscribe, lie))).toBe('invalid_token');
  });

  it('are of the person who asked for them, and as many as the setting allows', async () => {
    const [rye, theirs] = [await shop(), await shop()];
    const first = await create(rye);
    await create(rye);
    await create(rye);
    expect(await codeOf(create(rye))).toBe('conflict');
    expect(await list(rye)).toHaveLength(3);
    expect(await codeOf(call(theirs, reportMailRpc.reportScheduleDelete, { id: first.id }))).toBe('not_found');
    expect(await codeOf(call(theirs, reportMailRpc.reportScheduleUpdate, { id: first.id, changes: { hour: 9 } }))).toBe(
      'not_found',
    );
    await call(rye, reportMailRpc.reportScheduleDelete, { id: first.id });
    expect((await list(rye)).map(({ id }) => id)).not.toContain(first.id);
    await create(rye);
  });

  it('are made once with one key', async () => {
    const rye = await shop();
    const made = () => call(rye, reportMailRpc.reportScheduleCreate, weekly, 'one-key-of-a-form');
    const answers: OutputOf<typeof reportMailRpc.reportScheduleCreate>[] = [await made(), await made()];
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await list(rye)).toHaveLength(1);
  });

  it('come at the hour of the new zone when the business moves', async () => {
    const rye = await shop();
    const { nextAt } = await create(rye);
    const changes = { timeZone: 'UTC' };
    await identity.rpc(identityRpc.businessUpdate, { id: rye.businessId, changes }, { userId: rye.person.id });
    await identity.service.get(ReportSchedulesWorker).round();
    const moved = Date.parse((await list(rye))[0]?.nextAt ?? '');
    expect([1, 2]).toContain((moved - Date.parse(nextAt ?? '')) / 3_600_000);
  });

  it('go to confirmed addresses only', async () => {
    const rye = await shop({ isConfirmed: false });
    await create(rye);
    await turn(rye);
    await ended(rye, 1);
    expect(asked).toEqual([]);
    expect(
      identity.inbox.mails.filter(
        (mail) => mail.to?.[0]?.address === rye.person.email && /report/.test(mail.subject ?? ''),
      ),
    ).toEqual([]);
  });

  it('come once analytics answers again', async () => {
    const rye = await shop();
    await create(rye);
    isDown = true;
    await turn(rye);
    await eventually('it was put back', async () =>
      expect(await mails(rye)).toEqual([{ sent: false, given_up: false, last_error: 'unavailable' }]),
    );
    isDown = false;
    await sql(rye, 'UPDATE report_mails SET ready_at = now() RETURNING id');
    await identity.inbox.mailTo(rye.person.email, /^Rye & Co: report/);
  });

  it('that cannot be delivered are told on the page', async () => {
    const rye = await shop();
    await create(rye);
    identity.inbox.refusal = { code: 550, text: 'No such mailbox' };
    await turn(rye);
    await ended(rye, 1);
    expect(await mails(rye)).toMatchObject([{ sent: false, given_up: true }]);
    const notices = rowsOf(await call(rye, notificationRpc.notificationList, {}));
    expect(notices).toMatchObject([{ title: 'Your report could not be sent', link: '/analytics', type: 'error' }]);
  });

  it('go with their business', async () => {
    const rye = await shop();
    await create(rye);
    await turn(rye);
    await ended(rye, 1);
    await identity.createBusiness(rye.person, { name: 'Other' });
    await identity.rpc(identityRpc.businessDelete, { id: rye.businessId }, { userId: rye.person.id });
    for (const table of ['report_schedules', 'report_mails', 'report_links']) {
      expect([table, await sql(rye, `SELECT 1 AS one FROM ${table}`)]).toEqual([table, []]);
    }
  });
});
