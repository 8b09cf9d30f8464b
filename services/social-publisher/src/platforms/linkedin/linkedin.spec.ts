import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { AnsweringServer } from '../testing/answering-server.ts';
import { deliveryOf } from '../testing/delivery.ts';
import { LinkedInAdapter } from './linkedin.adapter.ts';

const now = new Date('2026-11-21T10:00:00Z');
const http = new HttpClient({ allowPrivate: true });
const server = new AnsweringServer({
  '/v2/userinfo': { sub: 'me', name: 'Mara' },
  '/rest/organizationAcls': {
    elements: ['1', '2', '3'].map((id) => ({ organization: `urn:li:organization:${id}`, role: 'ADMINISTRATOR' })),
  },
});
let linkedIn: LinkedInAdapter;
beforeAll(async () => {
  const origin = await server.start();
  linkedIn = new LinkedInAdapter(
    http,
    {
      ...{ clientId: 'client', clientSecret: 'secret', version: '202609', hasOrganizations: true, memberWaitMs: 1 },
      ...{ authorizeUrl: origin, tokenUrl: origin, apiUrl: origin, webUrl: origin },
      timing: { callTimeoutMs: 1_000, quarantineMs: 1_000, pace: null },
    },
    () => now,
  );
});
afterAll(async () => {
  http.close();
  await server.stop();
});
beforeEach(() => {
  server.asked.length = 0;
  for (const path of Object.keys(server.refusals)) {
    delete server.refusals[path];
  }
});

describe('the pages of a member', () => {
  const delivery = deliveryOf();
  const offered = async () =>
    (await linkedIn.signIn.connectableAccounts({ tokens: delivery.tokens, scopes: [], grantorId: '' })).map(
      ({ name }) => name,
    );
  const describedCalls = () => server.asked.filter(({ path }) => path.startsWith('/rest/organizations'));

  it('are read in one call', async () => {
    server.answers['/rest/organizations'] = (query) => {
      expect(query.get('ids')).toBe('List(1,2,3)');
      return { results: { 1: { localizedName: 'Rye' }, 2: { localizedName: 'Spelt' } }, statuses: { 3: 404 } };
    };
    expect(await offered()).toEqual(['Mara', 'Rye', 'Spelt', 'Page 3']);
    expect(describedCalls()).toHaveLength(1);
  });

  it('are read one by one by an app that may not use the batch call', async () => {
    const body = JSON.stringify({ status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' });
    server.refusals['/rest/organizations'] = { status: 403, body };
    for (const id of ['1', '2', '3']) {
      server.answers[`/rest/organizations/${id}`] = { localizedName: `Bakery ${id}` };
    }
    expect(await offered()).toEqual(['Mara', 'Bakery 1', 'Bakery 2', 'Bakery 3']);
  });
});

describe('a refusal of a post', () => {
  const send = async (status: number, body: string) => {
    server.refusals['/rest/posts'] = { status, body };
    return linkedIn.send(
      deliveryOf(),
      {},
      () => undefined,
      () => Promise.resolve(),
    );
  };

  it.each([
    [400, '<html>Bad Request</html>'],
    [403, ''],
    [404, '{}'],
    [422, '{"status":422'],
  ])('%d with a body that says nothing (%s) ends nothing: it is verified', async (status, body) => {
    expect(await send(status, body)).toEqual({ kind: 'unknown', code: `http_${status}` });
  });

  it('that LinkedIn itself explains ends the post', async () => {
    const body = JSON.stringify({ status: 400, code: 'INVALID_VALUE_FOR_FIELD', message: 'commentary is wrong' });
    expect(await send(400, body)).toMatchObject({ kind: 'rejected', problem: { kind: 'refused' } });
  });
});

describe('the figures of an organization’s posts', () => {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const account = { remoteId: 'urn:li:organization:1', username: 'rye', tokens: deliveryOf().tokens, budget: () => {} };
  const viewsOf = async (elements: readonly object[]) => {
    server.answers['/rest/organizationalEntityShareStatistics'] = () => ({ elements });
    const told = await linkedIn.insights.posts(account, [
      { remoteId: 'urn:li:share:new', publishedAt: hoursAgo(1.1) },
      { remoteId: 'urn:li:share:old', publishedAt: hoursAgo(30) },
    ]);
    return Object.fromEntries([...told].map(([remoteId, { views }]) => [remoteId, views]));
  };

  it('are zeros of a new post that nobody has seen yet, and those it had of one that is not told of any more', async () => {
    const seen = (share: string, impressionCount: number) => ({ share, totalShareStatistics: { impressionCount } });
    expect(await viewsOf([seen('urn:li:share:old', 500)])).toEqual({ 'urn:li:share:new': 0, 'urn:li:share:old': 500 });
    expect(await viewsOf([seen('urn:li:share:new', 7)])).toEqual({ 'urn:li:share:new': 7 });
  });

  it('beside those of its last full days, of which one that is left out is not told', async () => {
    const midnight = Date.parse('2026-11-21T00:00:00Z');
    const dayMs = 86_400_000;
    const of = (daysAgo: number, totalShareStatistics: object) => ({
      ...{ totalShareStatistics, timeRange: { start: midnight - daysAgo * dayMs, end: midnight } },
    });
    const intervals: (string | null)[] = [];
    server.answers['/rest/networkSizes/urn%3Ali%3Aorganization%3A1'] = { firstDegreeSize: 340 };
    server.answers['/rest/organizationalEntityShareStatistics'] = (query) => {
      intervals.push(query.get('timeIntervals'));
      const counts = { impressionCount: 90, clickCount: 4, likeCount: 3, commentCount: 2, shareCount: 1 };
      return {
        elements: [of(9, counts), of(3, { ...counts, uniqueImpressionsCount: 60 }), of(1, counts), of(0, counts)],
      };
    };
    expect(await linkedIn.insights.account(account)).toEqual({
      ...{ followers: 340, problem: null },
      days: [
        { day: '2026-11-18', views: 90, reach: 60, interactions: 10 },
        { day: '2026-11-20', views: 90, reach: null, interactions: 10 },
      ],
    });
    expect(intervals).toEqual([`(timeRange:(start:${midnight - 3 * dayMs},end:${midnight}),timeGranularityType:DAY)`]);
    expect(server.asked).toHaveLength(linkedIn.insights.accountCalls);
  });
});
