import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { captionsRpc, recurringEvents } from '@postloom/contracts';
import type { InputOf } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';
import type { Tenant } from '../testing/captions-under-test.ts';

const failed = { code: 'caption_failed', message: 'Failed to generate caption. Please try again.' };

describe('many captions at once', () => {
  it('take turns: a flood of one business leaves room for another, and what finds none comes back later', async () => {
    const provider = createServer((request) => request.resume()); // never answers
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const captions = await CaptionsUnderTest.start({
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      OPENAI_CALLS: '8',
    });
    try {
      const seen: string[] = [];
      provider.on('request', (request: IncomingMessage) => {
        request.setEncoding('utf8');
        let body = '';
        request.on('data', (chunk: string) => (body += chunk));
        request.on('end', () => seen.push(/Business name: (\w+)/.exec(body)?.[1] ?? ''));
      });
      const [flood, quiet] = [captions.tenant({ name: 'Flood' }), captions.tenant({ name: 'Quiet' })];
      const [photoId, other] = [await captions.picture(flood), await captions.picture(quiet)];
      const asked = Array.from({ length: 60 }, () => refusal(captions.generate(flood, photoId)));
      await eventually('the flood has its share', async () => {
        expect(seen).toEqual(['Flood', 'Flood']);
        const refused = await captions.sql(`SELECT 1 AS row FROM generations WHERE state = 'failed'`);
        expect(refused.length).toBeGreaterThanOrEqual(8);
      });
      const answer = refusal(captions.generate(quiet, other));
      await eventually('the quiet one is served', () => expect(seen).toEqual(['Flood', 'Flood', 'Quiet']));
      provider.closeAllConnections();
      provider.close();
      const outcomes = (await Promise.all(asked)) as { code?: string; message?: string }[];
      expect(outcomes.filter(({ code }) => code === 'unavailable').length).toBeGreaterThanOrEqual(8);
      expect(outcomes.find(({ code }) => code === 'unavailable')?.message).toMatch(/^Too many captions are waiting/);
      expect(await answer).toEqual(failed);
    } finally {
      provider.closeAllConnections();
      await captions.close();
    }
  });

  it('leave those alone who chose another provider, while one of them hangs', async () => {
    const silent = createServer((request) => request.resume());
    const quick = createServer((request, response) => {
      request.resume().on('end', () => {
        const input = { caption: 'Fresh bread from our oven, warm until noon.', hashtags: [], analysis: 'A loaf.' };
        const content = [{ type: 'tool_use', id: 't', name: 'x', input }];
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ type: 'message', stop_reason: 'tool_use', content }));
      });
    });
    const address = async (server: Server): Promise<string> => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const captions = await CaptionsUnderTest.start({
      ...{ OPENAI_API_KEY: 'x', OPENAI_BASE_URL: await address(silent), OPENAI_CALLS: '4', AI_REST_AFTER: '1000' },
      ...{ ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: await address(quick) },
    });
    try {
      const tenant = async (settings: InputOf<typeof captionsRpc.aiSettingsSet>) => {
        const made = captions.tenant();
        await captions.rpc(captionsRpc.aiSettingsSet, settings, made);
        return { tenant: made, photoId: await captions.picture(made) };
      };
      const stuck = await Promise.all(Array.from({ length: 5 }, () => tenant({ provider: 'openai' })));
      const asked = stuck.map((one) => refusal(captions.generate(one.tenant, one.photoId)));
      // Slots for recurring captions as well: more of them than one lane has.
      const wait = async ({ tenant: { caller }, photoId }: (typeof stuck)[number]) => {
        const { businessId, userId, payerId } = caller;
        const occurrenceId = randomUUID();
        const dueAt = new Date(Date.now() + 3_600_000).toISOString();
        await captions.service.emitFrom(recurringEvents.occurrenceStarted, {
          ...{ businessId, entityId: occurrenceId },
          data: {
            ...{
              occurrenceId,
              scheduleId: randomUUID(),
              localSlot: '2027-01-01T09:00',
              dueAt,
              neededBy: dueAt,
              photoId,
            },
            ...{ platforms: ['instagram'], userId: userId ?? '', payerId },
          },
        });
        return occurrenceId;
      };
      await Promise.all(stuck.map(wait));
      const leased = () =>
        captions.sql(`SELECT 1 AS row FROM occurrence_captions WHERE lane = 'openai' AND lease_until > now()`);
      await eventually('the slots of the lane are taken', async () => expect(await leased()).toHaveLength(4));

      const other = await tenant({ provider: 'anthropic' });
      const startedMs = performance.now();
      expect((await captions.generate(other.tenant, other.photoId)).provider).toBe('anthropic');
      const occurrenceId = await wait(other);
      await eventually('its recurring post has a caption', async () => {
        const told = await captions.sql(`SELECT 1 AS row FROM outbox WHERE data->>'occurrenceId' = $1`, [occurrenceId]);
        expect(told).toHaveLength(1);
      });
      expect(performance.now() - startedMs).toBeLessThan(4_000);

      // Whose business allows it does not wait for a place either, once there is none.
      const flood = await tenant({ provider: 'openai', failover: true });
      const flooded = Array.from({ length: 60 }, () => captions.generate(flood.tenant, flood.photoId));
      const beginMs = performance.now();
      expect(await Promise.any(flooded)).toMatchObject({ provider: 'anthropic', insteadOf: 'openai' });
      expect(performance.now() - beginMs).toBeLessThan(4_000);
      // The others waited for a place as long as anybody does.
      for (const answer of await Promise.all(flooded)) {
        expect(answer).toMatchObject({ provider: 'anthropic', insteadOf: 'openai' });
      }
      silent.closeAllConnections();
      silent.close();
      await Promise.all(asked);
    } finally {
      silent.closeAllConnections();
      quick.closeAllConnections();
      silent.close();
      quick.close();
      await captions.close();
    }
  });

  it('allow one person exactly 30 captions a minute over all businesses, however many are asked for at once', async () => {
    const captions = await CaptionsUnderTest.start({
      RATE_LIMITS: 'on',
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
    });
    try {
      const { userId } = captions.tenant().caller;
      const tenants = Array.from({ length: 20 }, () => captions.tenant());
      const photoIds = await Promise.all(tenants.map((tenant) => captions.picture(tenant)));
      const ask = (index: number) => {
        const at = index % tenants.length;
        return refusal(captions.generate(tenants[at] as Tenant, photoIds[at] ?? '', {}, { userId }));
      };
      const outcomes = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index)));
      const of = (code: string) => outcomes.filter((outcome) => (outcome as { code?: string }).code === code);
      // Nothing listens at that provider's address: a call that passes the limit fails after it.
      expect([of('caption_failed').length, of('rate_limited').length]).toEqual([30, 70]);
      expect(of('rate_limited')[0]).toEqual({
        code: 'rate_limited',
        message: expect.stringMatching(/^Too many captions in a short time\. Please try again in \d+ seconds?\.$/),
      });
      const [tenant, photoId] = [tenants[0] as Tenant, photoIds[0] ?? ''];
      expect(await refusal(captions.generate(tenant, photoId))).toEqual(failed); // another person
      await captions.sql(`UPDATE throttles SET ends_at = now() - interval '1 second'`);
      expect(await ask(0)).toEqual(failed);
    } finally {
      await captions.close();
    }
  });
});
