import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsText } from '@postloom/chassis';
import { AppError, captionsEvents } from '@postloom/contracts';
import { Database, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { CaptionsUnderTest } from '../testing/captions-under-test.ts';
import type { Tenant } from '../testing/captions-under-test.ts';

/** Transactions of this process that ended in vain, after all their repetitions. */
async function endedInVain(): Promise<number> {
  const [, count] =
    /database_transaction_seconds_count\{[^}]*outcome="rolled_back"[^}]*\} (\d+)/.exec(await metricsText()) ?? [];
  return Number(count ?? 0);
}

describe('a caption that comes when the database has no connection to give', () => {
  const input = { caption: 'Fresh bread from our oven, warm until noon.', hashtags: [], analysis: 'A loaf.' };
  /** Called while the provider writes. */
  let whileWriting: () => Promise<void> = () => Promise.resolve();
  const provider = createServer((request, response) => {
    request.resume().on('end', () => {
      void whileWriting().then(() => {
        const content = [{ type: 'tool_use', id: 't', name: 'x', input }];
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ type: 'message', stop_reason: 'tool_use', content }));
      });
    });
  });
  let captions: CaptionsUnderTest;
  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    captions = await CaptionsUnderTest.start({
      ...{ ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` },
      ...{ DATABASE_POOL_SIZE: '1', DATABASE_CONNECT_TIMEOUT_MS: '100' },
    });
  });
  afterAll(async () => {
    provider.closeAllConnections();
    provider.close();
    await captions.close();
  });

  const isKeptOnce = async (tenant: Tenant) => {
    const { businessId } = tenant.caller;
    expect(await captions.used(tenant)).toBe(1);
    const states = await captions.sql('SELECT state FROM generations WHERE business_id = $1', [businessId]);
    expect(states).toEqual([{ state: 'done' }]);
    const told = await captions.sql('SELECT subject FROM outbox WHERE business_id = $1', [businessId]);
    expect(told).toEqual([{ subject: captionsEvents.captionGenerated.subject }]);
    expect(await captions.sql('SELECT 1 AS row FROM reservations')).toEqual([]);
  };

  it('waits for one: it is given, kept and counted once', async () => {
    const { pool } = captions.service.get(Database);
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    const taken = Promise.withResolvers<{ readonly inVain: number; release(): void }>();
    whileWriting = async () => {
      const only = await pool.connect();
      taken.resolve({ inVain: await endedInVain(), release: () => only.release() });
    };
    const answer = captions.generate(tenant, photoId);
    const { inVain, release } = await taken.promise;
    await eventually('it was tried', async () => expect(await endedInVain()).toBeGreaterThan(inVain));
    release();
    expect((await answer).caption).toBe(input.caption);
    await isKeptOnce(tenant);
  });

  it('is counted once as well when nobody heard that it was kept', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    const uow = captions.service.get(Uow);
    const run = uow.run.bind(uow);
    const lost: unknown[] = [];
    whileWriting = () => {
      uow.run = async (scope, work, options) => {
        const result = await run(scope, work, options);
        if (scope.businessId === tenant.caller.businessId && lost.length === 0) {
          lost.push(result);
          throw new AppError('unavailable');
        }
        return result;
      };
      return Promise.resolve();
    };
    expect((await captions.generate(tenant, photoId)).caption).toBe(input.caption);
    uow.run = run;
    expect(lost).toHaveLength(1);
    await isKeptOnce(tenant);
  });
});
