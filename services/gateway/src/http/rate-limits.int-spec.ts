import { describe, expect, it } from '@jest/globals';
import { schedulingRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

describe('rate limits', () => {
  it('are per session and per address, and say when to come back', async () => {
    const gateway = await GatewayUnderTest.start({ RATE_LIMITS: 'on' });
    try {
      const [busy, calm] = [gateway.person(), gateway.person()];
      await gateway.stub(schedulingRpc.postScheduled, []);
      const answers = await Promise.all(
        Array.from({ length: 250 }, () => gateway.ask('GET', '/api/posts/scheduled', { person: busy })),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(120);
      for (const answer of refused) {
        expect(answer.body).toMatchObject({
          error: 'rate_limited',
          message: 'Too many requests. Please wait a moment.',
        });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
        expect(answer.headers['content-security-policy']).toBeDefined();
      }
      expect((await gateway.ask('GET', '/api/posts/scheduled', { person: calm })).status).toBe(200);
    } finally {
      await gateway.close();
    }
  });
});
