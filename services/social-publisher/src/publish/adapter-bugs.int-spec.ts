import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Platform } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { LanesRepository } from '../lanes/index.ts';
import { Platforms } from '../platforms/index.ts';
import type { SocialPlatform } from '../platforms/index.ts';
import { PublisherWorld } from '../testing/publisher-world.ts';
import { LoadJob } from './load-job.ts';
import { RunLane } from './run-lane.ts';

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

const fail = () => Promise.reject(new TypeError('Cannot read properties of undefined'));

function adapterOf(platform: Platform): SocialPlatform {
  const adapter = world.service.get(Platforms).find(platform, null);
  if (adapter === null) {
    throw new Error(`${platform} is not set up`);
  }
  return adapter;
}

/** The real adapter, except that one of its methods has a bug. */
function broken(platform: Platform, method: 'verify' | 'permalink'): void {
  Object.assign(adapterOf(platform), { [method]: fail });
}

describe('an adapter with a bug', () => {
  it('in reading a permalink does not keep a public post from being reported', async () => {
    const person = world.person();
    const account = await world.connect(person, 'instagram');
    broken('instagram', 'permalink');
    const photoIds = [(await world.media.add(person.businessId)).id];
    const { targetId } = await world.due(person, account, { photoIds });
    expect(await stateIs(targetId, 'published')).toMatchObject({ permalink: null });
  });

  it('in looking does not block the account: the person is asked, and the next post goes out', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'hang_after', count: 1 });
    broken('facebook', 'verify');
    const first = await world.due(person, account);
    await stateIs(first.targetId, 'verifying');
    const second = await world.due(person, account);
    expect(await stateIs(first.targetId, 'needs_attention')).toMatchObject({ error_code: 'cannot_tell', attempts: 1 });
    await stateIs(second.targetId, 'published');
  });

  it('in preparing does not block the account: the post fails after its tries, and the next one goes out', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const adapter = adapterOf('twitter');
    const prepare = adapter.prepare.bind(adapter);
    Object.assign(adapter, {
      prepare: (...args: Parameters<typeof prepare>) => (args[0].caption === 'Unlucky' ? fail() : prepare(...args)),
    });
    const first = await world.due(person, account, { caption: 'Unlucky' });
    const second = await world.due(person, account);
    await stateIs(second.targetId, 'published');
    expect(await stateIs(first.targetId, 'failed')).toMatchObject({
      error_code: 'unexpected',
      failures: 3,
      attempts: 0,
    });
  });

  it('in renewing a token does not block the account while the old token lasts', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    Object.assign(adapterOf('twitter').signIn, { refresh: fail });
    await world.admin.query('UPDATE publisher.lanes SET refresh_at = now() WHERE id = $1', [account.id]);
    const { targetId } = await world.due(person, account);
    await stateIs(targetId, 'published');
  });
});

describe('a post that is public', () => {
  it('is recorded as public although what comes next cannot be loaded: its key is missing on this pod', async () => {
    const person = world.person();
    const account = await world.connect(person, 'linkedin');
    const sealUnder = (kid: string) =>
      world.admin.query('UPDATE publisher.account_secrets SET kid = $2 WHERE account_id = $1', [account.id, kid]);
    const adapter = adapterOf('linkedin');
    const send = adapter.send.bind(adapter);
    Object.assign(adapter, {
      send: async (...args: Parameters<typeof send>) => {
        const outcome = await send(...args);
        await sealUnder('a key of another pod');
        return outcome;
      },
    });
    const { targetId } = await world.due(person, account);
    const job = await eventually(
      'the outcome is recorded',
      async () => {
        const found = await world.job(targetId);
        expect(found['remote_id']).toEqual(expect.any(String));
        return found;
      },
      { timeoutMs: 20_000 },
    );
    const attempts = await world.admin.query('SELECT outcome FROM publisher.publish_attempts WHERE job_id = $1', [
      job['id'],
    ]);
    expect(attempts.rows).toEqual([{ outcome: 'published' }]);
    await sealUnder('k1');
    expect(await stateIs(targetId, 'published')).toMatchObject({ remote_id: job['remote_id'], attempts: 1 });
    expect(await world.sandbox.publications({ platform: 'linkedin' })).toHaveLength(1);
  });
});

describe('a database that goes away in the middle of a run', () => {
  it('ends the run, not the process: nothing awaits the run, so an error thrown by it would', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    const pieces = [
      [world.service.get(LoadJob), 'execute'],
      [world.service.get(LanesRepository), 'releaseAfterFailure'],
    ] as const;
    for (const [piece, method] of pieces) {
      Object.assign(piece, { [method]: fail });
    }
    const lane = {
      id: account.id,
      businessId: person.businessId,
      platform: 'facebook',
      origin: null,
      epoch: 0,
    } as const;
    try {
      const run = world.service.get(RunLane).execute(lane, performance.now(), new AbortController().signal);
      await expect(run).resolves.toBeUndefined();
    } finally {
      for (const [piece, method] of pieces) {
        Reflect.deleteProperty(piece, method);
      }
    }
  });
});
