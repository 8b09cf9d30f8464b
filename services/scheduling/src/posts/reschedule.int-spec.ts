import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { refusal, SchedulingUnderTest, soon } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

describe('another time for a post that has missed its own', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  /** Failed, because it was three days late. */
  async function missed(tenant: Tenant) {
    const { id } = await under.schedule(tenant);
    await under.sql(`UPDATE post_targets SET due_at = now() - interval '3 days' WHERE post_id = $1`, [id]);
    return eventually('it has failed', async () => {
      const post = await under.get(tenant, id);
      expect(post).toMatchObject({ status: 'failed', targets: [{ status: 'failed', error: { code: 'too_late' } }] });
      return post;
    });
  }
  const reschedule = (tenant: Tenant, { id, version }: { id: string; version: number }) =>
    under.rpc(
      schedulingRpc.postUpdate,
      { id, changes: { version, status: 'scheduled' as const, scheduledFor: soon() } },
      tenant,
    );
  const loses = (tenant: Tenant, state: 'broken' | 'removed') =>
    under.sql(`UPDATE account_refs SET state = $2 WHERE account_id = $1`, [tenant.accounts.get('instagram'), state]);

  it('is taken while its account waits to be reconnected, with the warning', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await missed(tenant);
    tenant.waiting.add('instagram');
    await loses(tenant, 'broken');
    expect(await reschedule(tenant, post)).toMatchObject({
      ...{ status: 'scheduled', preflight: { errors: 0, warnings: 1 } },
      targets: [{ accountId: tenant.accounts.get('instagram'), status: 'pending', error: null }],
    });
    expect(await under.targetsOf(post.id)).toMatchObject([{ state: 'scheduled', round: 2 }]);
  });

  it('is refused while there is no account to go to, and taken once there is', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await missed(tenant);
    const accountId = tenant.accounts.get('instagram') ?? '';
    await loses(tenant, 'removed');
    tenant.accounts.delete('instagram');
    expect(await refusal(reschedule(tenant, post))).toMatchObject({
      ...{ code: 'validation_failed', message: 'Please connect your Instagram account(s) first.' },
    });
    expect((await under.get(tenant, post.id)).status).toBe('failed');
    tenant.accounts.set('instagram', accountId);
    expect(await reschedule(tenant, post)).toMatchObject({ status: 'scheduled' });
  });
});
