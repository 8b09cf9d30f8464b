import { describe, expect, it } from '@jest/globals';
import { ReadingCalls } from './reading-calls.ts';

/** What one reading of an account asks, on each platform. */
const readings = {
  instagram: [
    '/instagram/graph/v25.0/178414?fields=followers_count',
    '/instagram/graph/v25.0/178414/insights?metric=views%2Creach%2Ctotal_interactions&period=day&metric_type=total_value&since=1795478400&until=1795564800',
  ],
  facebook: [
    '/facebook/graph/v25.0/7?fields=followers_count',
    '/facebook/graph/v25.0/7/insights?metric=page_media_view&period=day&since=1795478400&until=1795737600',
  ],
  x: ['/x/2/users/me?user.fields=public_metrics'],
  linkedin: [
    '/linkedin/rest/networkSizes/urn%3Ali%3Aorganization%3A7?edgeType=COMPANY_FOLLOWED_BY_MEMBER',
    '/linkedin/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=urn%3Ali%3Aorganization%3A7&timeIntervals=(timeRange:(start:1,end:2),timeGranularityType:DAY)',
  ],
  tiktok: ['/tiktok/v2/user/info/?fields=follower_count'],
};

describe('calls that read figures', () => {
  it('are counted, whatever they ask of an account, and no others', () => {
    const calls = new ReadingCalls('http://nowhere');
    const logged = Object.entries(readings).flatMap(([target, paths]) =>
      paths.map((path) => ({
        ...{ at: '2026-11-26T10:00:00.000Z', target, account: '7', body: null, status: 200 },
        path,
      })),
    );
    const other = { ...logged[0], target: 'facebook', path: '/facebook/graph/v25.0/7/feed?fields=message' };
    calls.take([...logged, other] as Parameters<ReadingCalls['take']>[0]);
    expect(calls.calls).toHaveLength(logged.length);
  });
});
