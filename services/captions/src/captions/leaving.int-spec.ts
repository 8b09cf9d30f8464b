import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { captionsRpc } from '@postloom/contracts';
import { CallerLeft, Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { eventually } from '@postloom/testing';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';
import type { Tenant } from '../testing/captions-under-test.ts';
import { startSandboxProcess } from '../testing/sandbox-process.ts';
import type { SandboxProcess } from '../testing/sandbox-process.ts';
import { CountedWriting } from './counted-writing.ts';

const targets = { openai: 'openai', anthropic: 'anthropic', grok: 'xai' } as const;

describe('a caption that nobody waits for any more', () => {
  let sandbox: SandboxProcess;
  let captions: CaptionsUnderTest;
  beforeAll(async () => {
    sandbox = await startSandboxProcess();
    // A provider is not in trouble because people leave: it would be left alone after the first.
    captions = await CaptionsUnderTest.start({ ...sandbox.env, OPENAI_CALLS: '1', AI_REST_AFTER: '1' });
  });
  beforeEach(() => sandbox.reset());
  afterAll(async () => {
    await captions.close();
    await sandbox.stop();
  });

  const ask = (tenant: Tenant, photoId: string, idempotencyKey: string | null = null) => {
    const gone = new AbortController();
    const caller = { ...tenant.caller, requestId: 'leaving', idempotencyKey };
    const input = { source: { photoId }, options: {} };
    const answer = captions.service.client.call(captionsRpc.captionGenerate, input, caller, { signal: gone.signal });
    return { answer: refusal(answer), leave: () => gone.abort() };
  };
  const statesOf = async (tenant: Tenant) => {
    const rows = await captions.sql<{ state: string }>(
      'SELECT state FROM generations WHERE business_id = $1 ORDER BY created_at',
      [tenant.caller.businessId],
    );
    return rows.map(({ state }) => state);
  };

  it.each(['openai', 'anthropic', 'grok'] as const)(
    'ends the call to %s, costs nothing and leaves its key to the next request',
    async (provider) => {
      const target = targets[provider];
      const tenant = captions.tenant();
      const photoId = await captions.picture(tenant);
      await captions.rpc(captionsRpc.aiSettingsSet, { provider, failover: true }, tenant);
      await sandbox.fault(target, { mode: 'latency', latencyMs: 60_000 });
      const { answer, leave } = ask(tenant, photoId, 'once');
      await eventually('the provider is asked', async () => expect(await sandbox.requests(target)).toHaveLength(1));
      leave();
      expect(await answer).toMatchObject({ code: 'deadline' });
      await eventually('the provider sees the connection close', async () => {
        expect(await sandbox.requests(target)).toMatchObject([{ isAbandoned: true }]);
      });
      await eventually('the reservation is given back', async () => expect(await statesOf(tenant)).toEqual(['failed']));
      expect(await captions.used(tenant)).toBe(0);
      expect(await captions.sql('SELECT 1 AS row FROM reservations')).toEqual([]);

      // Nobody else was asked in its place, and the provider itself is as good as before.
      const others = await Promise.all(Object.values(targets).map((one) => sandbox.requests(one)));
      expect(others.flat()).toHaveLength(1);
      await sandbox.reset();
      const again = ask(tenant, photoId, 'once');
      expect(await again.answer).toMatchObject({ answered: { provider } });
      expect(await captions.used(tenant)).toBe(1);
    },
  );

  it('costs nothing as well when its answer is there and not yet kept', async () => {
    const tenant = captions.tenant();
    const gone = new AbortController();
    const context: RpcContext = {
      ...captions.service.get(Rpc).systemCaller('leaving'),
      ...{ ...tenant.caller, idempotencyKey: null, knownFingerprint: null },
      ...{ signal: gone.signal, remainingMs: () => 10_000 },
    };
    const answer = captions.service.get(CountedWriting).execute(
      {
        ...{ kind: 'caption', photoId: null, style: 'casual', hash: '' },
        write: () => {
          gone.abort(new CallerLeft());
          return Promise.resolve({ provider: 'openai', caption: 'Fresh bread.' });
        },
      },
      context,
    );
    expect(await refusal(answer)).toMatchObject({ code: 'deadline' });
    expect(await statesOf(tenant)).toEqual(['failed']);
    expect(await captions.used(tenant)).toBe(0);
    expect(await captions.sql('SELECT 1 AS row FROM reservations')).toEqual([]);
  });

  it('gives up its place in the queue', async () => {
    await sandbox.fault('openai', { mode: 'latency', latencyMs: 60_000 });
    const [first, second] = [captions.tenant(), captions.tenant()];
    const running = ask(first, await captions.picture(first));
    await eventually('the provider is asked', async () => expect(await sandbox.requests('openai')).toHaveLength(1));
    const waiting = ask(second, await captions.picture(second));
    await eventually('the second waits', async () => expect(await statesOf(second)).toEqual(['running']));
    waiting.leave();
    // Long before its wait for a turn would have been over.
    await eventually('its reservation is given back', async () => expect(await statesOf(second)).toEqual(['failed']), {
      timeoutMs: 4_000,
    });
    expect(await sandbox.requests('openai')).toHaveLength(1);
    running.leave();
    await Promise.all([running.answer, waiting.answer]);
    await eventually('nothing runs', async () => expect(await statesOf(first)).toEqual(['failed']));
  });

  it('ends with the time of who asked, while the provider still works on it', async () => {
    const tenant = captions.tenant();
    await sandbox.fault('openai', { mode: 'hang_after' });
    const input = { source: { photoId: await captions.picture(tenant) }, options: {} };
    const caller = { ...tenant.caller, requestId: 'impatient' };
    const answer = captions.service.client.call(captionsRpc.captionGenerate, input, caller, { deadlineMs: 3_000 });
    expect(await refusal(answer)).toMatchObject({ code: 'caption_failed' });
    await eventually('the provider sees the connection close', async () => {
      expect(await sandbox.requests('openai')).toMatchObject([{ isAbandoned: true }]);
    });
    expect(await captions.used(tenant)).toBe(0);
  });
});
