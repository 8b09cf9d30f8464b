import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  albumRpc,
  AppError,
  analyticsRpc,
  mediaRpc,
  recurringRpc,
  reportBrandRpc,
  reportLogoRpc,
  reportRpc,
  reportShareRpc,
  schedulingRpc,
} from '@postloom/contracts';
import type { Figures, OutputOf } from '@postloom/contracts';
import type { RpcStub } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const nothing: Figures = {
  ...{ posts: 0, measured: 0, views: null, reach: null, likes: null, comments: null, shares: null, saves: null },
  ...{ clicks: null, interactions: null, audience: null, engagementRate: null },
};
const answer: OutputOf<typeof analyticsRpc.figuresGet> = {
  figures: {
    ...{ from: '2026-10-01', to: '2026-10-31', timeZone: 'UTC', measuredAt: null },
    totals: { ...nothing, publishedPosts: 0 },
    previous: { from: '2026-08-31', to: '2026-09-30', totals: { ...nothing, publishedPosts: 0 } },
    ...{ byPlatform: [], byDay: [], byWeekday: [], byHour: [], byAlbum: [], bySource: [], byStyle: [], byFormat: [] },
    ...{ byHashtag: [], topPosts: [] },
    followers: { now: null, before: null, byPlatform: [], byDay: [] },
  },
  bestTimes: { cells: [], basis: 'general' },
  findings: [{ kind: 'weekday', value: '1', posts: 9, others: 12, change: 20, low: 4, high: 40 }],
};
const album = { id: '0192f3c0-0000-7000-8000-0000000000a1', name: 'Market', description: null, photoCount: 1 };
describe('reports', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  let made: RpcStub<typeof reportRpc.reportMake>;
  let isWhiteLabel = false;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    await gateway.stub(analyticsRpc.figuresGet, answer);
    await gateway.stub(recurringRpc.scheduleList, []);
    await gateway.stub(schedulingRpc.postList, []);
    await gateway.stub(mediaRpc.photoCount, { total: 41 });
    await gateway.stub(albumRpc.albumList, [{ ...album, createdAt: '2026-01-01T00:00:00Z' }]);
    await gateway.stub(reportBrandRpc.reportBrandGet, () => ({
      saved: { sender: null, color: null },
      brand: { name: 'Rye & Co', color: '#B5342B', isWhiteLabel },
    }));
    made = await gateway.stub(reportRpc.reportMake, ({ format }) => ({
      ...{ fileName: `report.${format}`, mimeType: 'text/csv; charset=utf-8' },
      base64: Buffer.from('Rye & Co').toString('base64'),
    }));
  });
  afterAll(() => gateway.close());

  it('hands the figures of the page to be made a file of, and the file to the person', async () => {
    const got = await gateway.ask('GET', '/api/reports?from=2026-10-01&to=2026-10-31&format=csv', { person });
    expect({ status: got.status, text: got.text }).toEqual({ status: 200, text: 'Rye & Co' });
    expect(got.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="report.csv"',
      'cache-control': 'private, no-store',
    });
    expect(made.calls.at(-1)?.input).toMatchObject({
      format: 'csv',
      brand: { name: 'Rye & Co', color: '#B5342B', isWhiteLabel: false },
      albums: [{ id: album.id, name: 'Market' }],
      analytics: { library: { photos: 41 }, findings: answer.findings },
    });
  });

  it('leaves the product out on the plan that has it so', async () => {
    expect(made.calls.at(-1)?.input.brand).not.toHaveProperty('logo');
    isWhiteLabel = true;
    const logo = { png: 'iVBORw0KGgo=', width: 120, height: 40 };
    await gateway.stub(reportLogoRpc.reportLogoGet, { logo });
    await gateway.ask('GET', '/api/reports?format=pdf', { person });
    expect(made.calls.at(-1)?.input.brand).toMatchObject({ isWhiteLabel: true, logo });
  });

  it.each(['', '?format=docx', '?format=pdf&from=yesterday'])('refuses %s and makes nothing', async (query) => {
    const before = made.calls.length;
    expect((await gateway.ask('GET', `/api/reports${query}`, { person })).status).toBe(400);
    expect(made.calls).toHaveLength(before);
  });

  describe('under a link', () => {
    const share = {
      ...{ id: '0192f3c0-0000-7000-8000-0000000000c1', from: '2026-10-01', to: '2026-10-31' },
      ...{ createdAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-08T00:00:00.000Z' },
    };
    const token = 'k'.repeat(43);
    const shown = {
      ...{
        title: 'Social media report',
        sender: 'Rye & Co',
        days: 'October',
        comparison: '',
        color: null,
        credit: null,
      },
      ...{ sections: [], createdAt: share.createdAt, expiresAt: share.expiresAt },
    };

    it('are the page of today, and the address keeps its token to itself', async () => {
      const created = await gateway.stub(reportShareRpc.shareCreate, { share, token });
      const body = { from: share.from, to: share.to, days: 7 };
      const made = await gateway.ask('POST', '/api/report-shares', { person, body });
      expect({ status: made.status, body: made.body }).toEqual({
        ...{ status: 201, body: { share, url: `https://postloom.example/shared-report#${token}` } },
      });
      expect(created.calls.at(-1)?.input).toMatchObject({
        ...{ days: 7, brand: { name: 'Rye & Co' }, analytics: { library: { photos: 41 } } },
      });
      for (const wrong of [
        {},
        { ...body, days: 8 },
        { ...body, from: 'yesterday' },
        { ...body, businessId: album.id },
      ]) {
        expect((await gateway.ask('POST', '/api/report-shares', { person, body: wrong })).status).toBe(400);
      }
      expect(created.calls).toHaveLength(1);
    });

    it('open for anybody, are kept nowhere, and refuse in one way', async () => {
      await gateway.stub(reportShareRpc.shareOpen, (input) => {
        if (input.token !== token) {
          throw new AppError('invalid_token', 'This link has expired or was withdrawn.');
        }
        return shown;
      });
      const open = (text: string) => gateway.ask('POST', '/api/shared-report', { body: { token: text } });
      const [opened, refused] = [await open(token), await open('k')];
      expect({ status: opened.status, body: opened.body }).toEqual({ status: 200, body: shown });
      expect({ status: refused.status, body: refused.body }).toMatchObject({
        ...{ status: 404, body: { error: 'invalid_token', message: 'This link has expired or was withdrawn.' } },
      });
      expect(opened.headers).toMatchObject({
        ...{
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex, nofollow',
        },
      });
      expect(refused.headers['cache-control']).toContain('no-store');
      // A token in an address would be written down on its way.
      expect((await gateway.ask('GET', `/api/shared-report?token=${token}`)).status).toBe(404);
    });

    it('are made, listed and withdrawn by people with a session alone, and open nothing else', async () => {
      for (const [method, path] of [
        ['GET', '/api/report-shares'],
        ['POST', '/api/report-shares'],
        ['DELETE', `/api/report-shares/${share.id}`],
        ['GET', '/api/analytics'],
        ['GET', '/api/reports?format=csv'],
      ] as const) {
        const headers = { authorization: `Bearer ${token}`, cookie: `__Host-postloom_session=${token}` };
        expect([path, (await gateway.ask(method, path, { headers })).status]).toEqual([path, 401]);
      }
    });

    it('are withdrawn by their id', async () => {
      const withdrawn = await gateway.stub(reportShareRpc.shareWithdraw, { success: true });
      expect((await gateway.ask('DELETE', `/api/report-shares/${share.id}`, { person })).status).toBe(204);
      expect(withdrawn.calls.at(-1)?.input).toEqual({ id: share.id });
      expect((await gateway.ask('DELETE', '/api/report-shares/all', { person })).status).toBe(400);
    });
  });
});

describe('a link to a report', () => {
  it('is asked for within the limits of an address', async () => {
    const gateway = await GatewayUnderTest.start({ RATE_LIMITS: 'on', LIMIT_ADDRESS_REQUESTS: '3/50000' });
    try {
      await gateway.stub(reportShareRpc.shareOpen, () => {
        throw new AppError('invalid_token');
      });
      const guesses = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((token) => gateway.ask('POST', '/api/shared-report', { body: { token } })),
      );
      expect(guesses.map(({ status }) => status).toSorted()).toEqual([404, 404, 404, 429, 429]);
    } finally {
      await gateway.close();
    }
  });
});
