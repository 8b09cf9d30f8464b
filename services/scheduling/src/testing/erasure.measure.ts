/**
 * Erases a business with 20,000 posts; not part of the test run:
 * `node node_modules/jest/bin/jest.js --testMatch '**\/scheduling/**\/erasure.measure.ts'`
 */
import { describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { manyPosts } from './many-posts.ts';
import { SchedulingUnderTest } from './scheduling-under-test.ts';

const POSTS = 20_000;

describe('erasing a business', () => {
  it('of 20,000 posts', async () => {
    const under = await SchedulingUnderTest.start();
    try {
      const tenant = under.tenant();
      await manyPosts(under, tenant, POSTS);
      const { businessId } = tenant.caller;
      const started = performance.now();
      await under.service.emitFrom(identityEvents.businessDeleted, {
        ...{ businessId, entityId: businessId, version: 9 },
        data: { businessId, payerId: tenant.payerId },
      });
      await eventually(
        'no post is left',
        async () =>
          expect(await under.sql('SELECT 1 AS one FROM posts WHERE business_id = $1 LIMIT 1', [businessId])).toEqual(
            [],
          ),
        { timeoutMs: 280_000 },
      );
      process.stdout.write(`${POSTS} posts erased in ${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
    } finally {
      await under.close();
    }
  }, 600_000);
});
