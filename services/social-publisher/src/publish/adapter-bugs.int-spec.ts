import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { Platforms } from '../platforms/index.ts';
import { PublisherWorld } from '../testing/publisher-world.ts';

const world = new PublisherWorld();

beforeAll(() => world.start({ env: { PUBLISH_BOUND_MS: '3000' }, sandbox: { SANDBOX_QUOTAS: 'off' } }));
afterAll(() => world.stop());

const stateIs = (targetId: string, state: string) =>
  eventually(
    `the post is ${state}`,
    async () => {
      const job = await world.job(targetId);
      expect(job['state']).toBe(state);
      return job;
    },
    { timeoutMs: 20_000 },
  );

/** The real adapter, one of whose methods has a bug. */
function broken(method: 'verify' | 'permalink'): void {
  const adapter = world.service.get(Platforms).find('facebook');
  if (adapter === null) throw new Error('Facebook is not set up');
  const fail = () => Promise.reject(new TypeError('Cannot read properties of undefined'));
  Object.assign(adapter, { [method]: fail });
}

describe('an adapter with a bug', () => {
  it('in telling a permalink does not keep a public post from being told', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    broken('permalink');
    const { targetId } = await world.due(person, account);
    expect(await stateIs(targetId, 'published')).toMatchObject({ permalink: null });
  });

  it('in looking does not block the account: the person is asked, and the next post goes out', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'hang_after', count: 1 });
    broken('verify');
    const first = await world.due(person, account);
    await stateIs(first.targetId, 'verifying');
    const second = await world.due(person, account);
    expect(await stateIs(first.targetId, 'needs_attention')).toMatchObject({ error_code: 'cannot_tell', attempts: 1 });
    await stateIs(second.targetId, 'published');
  });
});
