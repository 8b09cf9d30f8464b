import { describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { metrics } from '../metrics.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

describe('live streams', () => {
  it('are limited per session: one more is refused with the time to retry, and accepted when one has closed', async () => {
    const small = await GatewayUnderTest.start({ LIMIT_LIVE_STREAMS: '3' });
    try {
      const [person, other] = [small.person(), small.person()];
      const openAt = (who: Person) => small.open('/api/events', who);
      const pages = await Promise.all([openAt(person), openAt(person), openAt(person)]);
      expect(pages.map(({ answer }) => answer.statusCode)).toEqual([200, 200, 200]);
      const countedBefore = await metrics.requestsRefused.value({ limit: 'live_streams' });
      const refused = await small.ask('GET', '/api/events', { person });
      expect([refused.status, refused.body['error'], refused.headers['retry-after']]).toEqual([
        429,
        'rate_limited',
        '30',
      ]);
      expect(await metrics.requestsRefused.value({ limit: 'live_streams' })).toBe(countedBefore + 1);
      const elsewhere = await openAt(other);
      expect(elsewhere.answer.statusCode).toBe(200);
      pages[0]?.request.destroy();
      await eventually('there is room again', async () => {
        const page = await openAt(person);
        page.request.destroy();
        expect(page.answer.statusCode).toBe(200);
      });
      for (const page of [...pages, elsewhere]) {
        page.request.destroy();
      }
    } finally {
      await small.close();
    }
  });
});
