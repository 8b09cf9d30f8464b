import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, identityEvents, reportShareRpc } from '@postloom/contracts';
import type { InputOf, OutputOf, SharedReport } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import { removeOld, Scope, Uow } from '@postloom/persistence';
import { caller, eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { aLogo, aReport } from '../reports/testing/a-report.ts';
import { retention } from '../retention.ts';

type Made = OutputOf<typeof reportShareRpc.shareCreate>;
type Asked = InputOf<typeof reportShareRpc.shareCreate>;

const nobody: Partial<Caller> = { businessId: null, userId: null, payerId: null, role: null };
const dead = { code: 'invalid_token', message: 'This link has expired or was withdrawn.' };
const { analytics: reported, albums, brand } = aReport();
const analytics = { ...reported, schedules: { total: 3, active: 2 }, library: { photos: 41, posts: 63 } };
const DAY_MS = 86_400_000;

async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await call };
  } catch (error) {
    if (error instanceof AppError) {
      return { code: error.code, message: error.message };
    }
    throw error;
  }
}

describe('links to reports', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService({
      ...{ service: 'analytics', module: AppModule, migrations },
      env: { MOST_REPORT_SHARES: '3', LONGEST_SHARE_DAYS: '30' },
    });
  });
  afterAll(() => service.close());

  const share = (by: Caller, change: Partial<Asked> = {}): Promise<Made> =>
    service.rpc(reportShareRpc.shareCreate, { analytics, albums, brand, days: 7, ...change }, by);
  const open = (token: string): Promise<SharedReport> => service.rpc(reportShareRpc.shareOpen, { token }, nobody);
  const sharesOf = async (by: Caller) => (await service.rpc(reportShareRpc.shareList, {}, by)).shares;
  const sql = <R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> =>
    service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters));

  it('show the report to whoever has one, and nothing by which to find anything else', async () => {
    const { share: made, token } = await share(caller());
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(made).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * DAY_MS);
    const report = await open(token);
    expect(report).toMatchObject({
      ...{ title: 'Social media report', sender: 'Rye & Co', days: 'Oct 1 – 31, 2026', color: '#B5342B', credit: null },
      ...{ createdAt: made.createdAt, expiresAt: made.expiresAt },
    });
    const figures = report.sections.find(({ title }) => title === 'Summary')?.rows;
    expect(figures).toContainEqual(['Published posts', 14, 12]);
    expect(report.sections.find(({ isChart }) => isChart)?.rows).toHaveLength(31);
    expect(JSON.stringify(report)).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
  });

  it('show what was known when they were made', async () => {
    const by = caller();
    const before = await share(by);
    await share(by, { brand: { ...brand, name: 'Rye & Daughters', isWhiteLabel: false } });
    expect(await open(before.token)).toMatchObject({ sender: 'Rye & Co', credit: null });
  });

  it('have the logo of whoever they are from', async () => {
    const { token } = await share(caller(), { brand: { ...brand, logo: aLogo } });
    expect(await open(token)).toMatchObject({ credit: null, logo: aLogo });
    const plainOne = await share(caller(), { brand: { ...brand, isWhiteLabel: false, logo: aLogo } });
    expect(await open(plainOne.token)).toMatchObject({ logo: null });
  });

  it('are kept without what opens them', async () => {
    const { share: made, token } = await share(caller());
    const [row] = await sql<{ kept: string }>('SELECT s::text AS kept FROM report_shares s WHERE id = $1', [made.id]);
    expect(row?.kept).toContain('Rye & Co');
    expect(row?.kept).not.toContain(token);
  });

  it('are those of the business alone, and only it can withdraw one', async () => {
    const [owner, stranger] = [caller(), caller()];
    const { share: made, token } = await share(owner);
    expect(await sharesOf(owner)).toEqual([made]);
    expect(await sharesOf(stranger)).toEqual([]);
    const withdraw = (by: Caller) => refusal(service.rpc(reportShareRpc.shareWithdraw, { id: made.id }, by));
    expect(await withdraw(stranger)).toMatchObject({ code: 'not_found' });
    expect(await withdraw({ ...owner, role: 'viewer' })).toMatchObject({ code: 'forbidden' });
    expect(await open(token)).toMatchObject({ sender: 'Rye & Co' });
    expect(await withdraw(owner)).toEqual({ answered: { success: true } });
    expect(await refusal(open(token))).toEqual(dead);
    expect(await withdraw(owner)).toMatchObject({ code: 'not_found' });
    expect(await sql('SELECT 1 FROM report_shares WHERE id = $1', [made.id])).toEqual([]);
  });

  it('refuse what is unknown, guessed, expired and withdrawn in the same words', async () => {
    const by = caller();
    const [kept, expired, withdrawn] = [await share(by), await share(by), await share(by)];
    await sql(
      `UPDATE report_shares SET created_at = now() - interval '8 days', expires_at = now() - interval '1 s' WHERE id = $1`,
      [expired.share.id],
    );
    await service.rpc(reportShareRpc.shareWithdraw, { id: withdrawn.share.id }, by);
    const [{ hash } = { hash: '' }] = await sql<{ hash: string }>(
      'SELECT token_hash AS hash FROM report_shares WHERE id = $1',
      [kept.share.id],
    );
    const changed = `${kept.token.slice(0, -1)}${kept.token.endsWith('A') ? 'E' : 'A'}`;
    const guesses = ['', 'x', 'A'.repeat(43), "' OR true --", hash, kept.share.id, changed, `${kept.token} `];
    const refusals = await Promise.all(
      [expired.token, withdrawn.token, ...guesses].map((token) => refusal(open(token))),
    );
    expect(new Set(refusals.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(dead)]));
    expect(await sharesOf(by)).toEqual([kept.share]);
  });

  it('are made for as long as the installation allows, and by nobody who only reads', async () => {
    const by = caller();
    expect(await refusal(share(by, { days: 90 }))).toEqual({
      ...{ code: 'validation_failed', message: 'A link can work for at most 30 days.' },
    });
    expect((await service.rpc(reportShareRpc.shareList, {}, by)).days).toEqual([7, 30]);
    for (const role of ['viewer', null] as const) {
      expect(await refusal(share({ ...by, role }))).toMatchObject({ code: 'forbidden' });
    }
    expect(await refusal(share({ ...by, ...nobody } as Caller))).not.toHaveProperty('answered');
    expect(await sharesOf(by)).toEqual([]);
  });

  it('are at most as many as allowed, however many are asked for at once; expired ones do not count', async () => {
    const by = caller();
    const asked = await Promise.all(Array.from({ length: 6 }, () => refusal(share(by))));
    expect(asked.filter((answer) => typeof answer === 'object' && answer && 'answered' in answer)).toHaveLength(3);
    expect(asked).toContainEqual({
      code: 'conflict',
      message: 'You have 3 links already. Withdraw one to make another.',
    });
    await sql(
      `UPDATE report_shares SET created_at = now() - interval '8 days', expires_at = now() - interval '1 s' WHERE business_id = $1`,
      [by.businessId],
    );
    await share(by);
    expect(await sharesOf(by)).toHaveLength(1);
  });

  it('leave some days after their end', async () => {
    const by = caller();
    const [kept, expired] = [await share(by), await share(by)];
    await sql(
      `UPDATE report_shares SET created_at = now() - interval '30 days', expires_at = now() - interval '25 hours' WHERE id = $1`,
      [expired.share.id],
    );
    for (const rule of retention) {
      await removeOld(service.get(Uow), rule);
    }
    expect(await sql('SELECT id FROM report_shares WHERE business_id = $1', [by.businessId])).toEqual([
      { id: kept.share.id },
    ]);
  });

  it('end with their business, whose rows go, and which gets no new one', async () => {
    const by = caller();
    const businessId = by.businessId ?? '';
    const { token } = await share(by);
    await service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9, data: { businessId, payerId: randomUUID() } },
    });
    await eventually('the report is gone', async () => {
      expect(await refusal(open(token))).toEqual(dead);
      expect(await sql('SELECT 1 FROM report_shares WHERE business_id = $1', [businessId])).toEqual([]);
    });
    expect(await refusal(share(by))).toMatchObject({ code: 'not_found' });
  });

  it('end before the rows of a deleted business are gone', async () => {
    const by = caller();
    const { token } = await share(by);
    await sql(`INSERT INTO erasures (id, ready_at) VALUES ($1, now() + interval '1 day')`, [by.businessId]);
    expect(await refusal(open(token))).toEqual(dead);
  });
});
