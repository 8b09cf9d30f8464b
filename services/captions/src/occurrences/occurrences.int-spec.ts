import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { captionsEvents, captionsRpc, generationRpc, recurringEvents } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';
import type { Tenant } from '../testing/captions-under-test.ts';
import { startSandboxProcess } from '../testing/sandbox-process.ts';
import type { SandboxProcess } from '../testing/sandbox-process.ts';

describe('captions of recurring schedules', () => {
  let sandbox: SandboxProcess;
  let captions: CaptionsUnderTest;
  beforeAll(async () => {
    sandbox = await startSandboxProcess();
    // Here providers fail on purpose, one after the other.
    captions = await CaptionsUnderTest.start({ ...sandbox.env, AI_REST_AFTER: '1000', OPENAI_PRICE: '2.5/10' });
  });
  beforeEach(() => sandbox.reset());
  afterAll(async () => {
    await captions.close();
    await sandbox.stop();
  });

  /** A schedule needs a caption within that many seconds. */
  async function start(tenant: Tenant, photoId: string, seconds = 60, occurrenceId: string = randomUUID()) {
    const { businessId, userId, payerId } = tenant.caller;
    const [row] = await captions.sql<{ at: Date }>('SELECT now() + make_interval(secs => $1) AS at', [seconds]);
    const neededBy = (row?.at ?? new Date(0)).toISOString();
    const event = await captions.service.emitFrom(recurringEvents.occurrenceStarted, {
      ...{ businessId, entityId: occurrenceId },
      data: {
        ...{ occurrenceId, scheduleId: randomUUID(), localSlot: '2027-01-01T09:00', dueAt: neededBy, neededBy },
        ...{ photoId, platforms: ['instagram', 'twitter'], userId: userId ?? '', payerId },
      },
    });
    return { occurrenceId, event };
  }

  const told = (occurrenceId: string) =>
    captions.sql<{ subject: string; data: Record<string, string> }>(
      `SELECT subject, data FROM outbox WHERE data->>'occurrenceId' = $1 ORDER BY created_at, id`,
      [occurrenceId],
    );
  const answered = (occurrenceId: string, times = 1) =>
    eventually('captions answers', async () => {
      const answers = await told(occurrenceId);
      if (answers.length < times) {
        throw new Error(`${answers.length} answers so far`);
      }
      return answers;
    });

  it("are written with the preferences of the schedule's owner, charged once however often the event comes, and announced by id", async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    const preferences = {
      defaultCaptionStyle: 'artistic' as const,
      autoGenerateCaptions: true,
      includeHashtags: false,
    };
    await captions.rpc(captionsRpc.preferencesSet, preferences, tenant);
    const { occurrenceId, event } = await start(tenant, photoId);
    const [answer] = await answered(occurrenceId);
    expect(answer).toMatchObject({
      subject: captionsEvents.captionGenerated.subject,
      data: { photoId, provider: 'openai' },
    });
    const generationId = answer?.data['generationId'] ?? '';
    const text = await captions.rpc(generationRpc.generationGet, { generationId }, tenant);
    expect(text.caption.length).toBeGreaterThan(10);
    expect(text.hashtags).toEqual([]);
    const [request] = await sandbox.requests('openai');
    expect(request?.body).toContain('artistic');
    expect((await captions.rpc(captionsRpc.captionHistory, {}, tenant))[0]).toMatchObject({
      id: generationId,
      style: 'artistic',
    });

    // The very same event again, and a new one for the same occurrence and photo: the answer is emitted again, nothing is bought.
    await captions.service.retell(event);
    await start(tenant, photoId, 60, occurrenceId);
    const again = await answered(occurrenceId, 2);
    expect(again.map(({ data }) => data['generationId'])).toEqual([generationId, generationId]);
    expect(await captions.used(tenant)).toBe(1);
    expect(await sandbox.requests('openai')).toHaveLength(1);
    const other = captions.tenant();
    expect(await refusal(captions.rpc(generationRpc.generationGet, { generationId }, other))).toMatchObject({
      code: 'not_found',
    });
  });

  it('are not written while the person who made the schedule has them switched off: nothing is asked, nothing is reserved', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    const preferences = { defaultCaptionStyle: 'casual' as const, autoGenerateCaptions: false, includeHashtags: true };
    await captions.rpc(captionsRpc.preferencesSet, preferences, tenant);
    const { occurrenceId } = await start(tenant, photoId);
    const [answer] = await answered(occurrenceId);
    expect(answer).toMatchObject({
      subject: captionsEvents.captionFailed.subject,
      data: { photoId, cause: 'switched_off', reason: 'Automatic captions are off.' },
    });
    expect(await captions.used(tenant)).toBe(0);
    expect(await captions.sql('SELECT 1 AS row FROM reservations')).toEqual([]);
    expect(await sandbox.requests('openai')).toEqual([]);

    // Switched on again, and the schedule comes back to the photo: it is written now.
    await captions.rpc(captionsRpc.preferencesSet, { ...preferences, autoGenerateCaptions: true }, tenant);
    await start(tenant, photoId, 60, occurrenceId);
    const [, written] = await answered(occurrenceId, 2);
    expect(written?.subject).toBe(captionsEvents.captionGenerated.subject);
    expect(await captions.used(tenant)).toBe(1);
  });

  it('give back what an earlier try reserved when they are switched off before the next one', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    captions.isMediaAway = true;
    const { occurrenceId } = await start(tenant, photoId);
    await eventually('a try that ended without an answer has reserved one', async () =>
      expect(await captions.used(tenant)).toBe(1),
    );
    const preferences = { defaultCaptionStyle: 'casual' as const, autoGenerateCaptions: false, includeHashtags: true };
    await captions.rpc(captionsRpc.preferencesSet, preferences, tenant);
    const [answer] = await answered(occurrenceId).finally(() => (captions.isMediaAway = false));
    expect(answer?.data).toMatchObject({ cause: 'switched_off' });
    expect(await captions.used(tenant)).toBe(0);
  });

  it('fall through to the next configured provider, and cost one', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    await captions.rpc(captionsRpc.aiSettingsSet, { provider: 'anthropic' }, tenant);
    await sandbox.fault('anthropic', { mode: 'error', status: 503 });
    await sandbox.fault('openai', { mode: 'token_revoked' });
    const { occurrenceId } = await start(tenant, photoId);
    const [answer] = await answered(occurrenceId);
    expect(answer?.data).toMatchObject({ provider: 'grok' });
    expect(await captions.used(tenant)).toBe(1);
  });

  /** Tokens and dollars of all tries, of which operators see what a business costs. */
  const usageOf = async (occurrenceId: string) => {
    const [row] = await captions.sql<{ id: string; read: number; written: number; dollars: number | null }>(
      `SELECT id, tokens_read AS read, tokens_written AS written, cost_dollars::float8 AS dollars
       FROM occurrence_captions WHERE occurrence_id = $1`,
      [occurrenceId],
    );
    return row ?? { id: '', read: 0, written: 0, dollars: null };
  };

  it('that no provider writes are announced as failed when time is short, and cost the business nothing (F37)', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    for (const target of ['openai', 'anthropic', 'xai'] as const) {
      await sandbox.fault(target, { mode: 'cut' });
    }
    const { occurrenceId } = await start(tenant, photoId);
    const [answer] = await answered(occurrenceId);
    expect(answer).toMatchObject({
      subject: captionsEvents.captionFailed.subject,
      data: { photoId, reason: 'None of the AI providers gave a caption.' },
    });
    expect(await captions.used(tenant)).toBe(0);
    // Three providers wanted money for it all the same.
    const usage = await usageOf(occurrenceId);
    expect(usage.read).toBeGreaterThan(300);
    expect(usage.written).toBeGreaterThan(30);
    expect(usage.dollars).toBeGreaterThan(0);
  });

  it('are tried again a minute later while there is time', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    for (const target of ['openai', 'anthropic', 'xai'] as const) {
      await sandbox.fault(target, { mode: 'cut' });
    }
    const { occurrenceId } = await start(tenant, photoId, 600);
    const request = () =>
      captions.sql<{ wait: number; state: string }>(
        `SELECT extract(epoch FROM ready_at - now())::float8 AS wait, state FROM occurrence_captions WHERE occurrence_id = $1`,
        [occurrenceId],
      );
    await eventually('the first round is over', async () => {
      const [row] = await request();
      expect(row?.state).toBe('open');
      expect(row?.wait).toBeGreaterThan(30);
    });
    expect(await told(occurrenceId)).toEqual([]);
    expect(await captions.used(tenant)).toBe(0);
    const first = await usageOf(occurrenceId);
    await sandbox.reset();
    // A provider that reports far more than it read must not keep the caption from coming.
    await captions.sql(
      'UPDATE occurrence_captions SET ready_at = now(), tokens_written = 2147483647 WHERE occurrence_id = $1',
      [occurrenceId],
    );
    expect((await answered(occurrenceId))[0]?.subject).toBe(captionsEvents.captionGenerated.subject);
    expect(await captions.used(tenant)).toBe(1);
    // What the round in vain used stays, and is the caption's as well.
    const both = await usageOf(occurrenceId);
    expect(first.read).toBeGreaterThan(300);
    expect(both.read).toBeGreaterThan(first.read);
    expect(both.dollars ?? 0).toBeGreaterThan(first.dollars ?? 0);
    expect(
      await captions.sql(
        `SELECT tokens_read AS read, tokens_written AS written, cost_dollars::float8 AS dollars, id
         FROM generations WHERE business_id = $1`,
        [tenant.caller.businessId],
      ),
    ).toEqual([both]);
  });

  it('are refused with the sentence of the plan when it is used up, and when the photo is gone', async () => {
    const tenant = captions.tenant({}, 'free');
    const photoId = await captions.picture(tenant);
    await captions.generate(tenant, photoId);
    await captions.sql(`UPDATE usage SET used = 20 WHERE payer_id = $1 AND metric = 'captions'`, [
      tenant.caller.payerId,
    ]);
    const { occurrenceId } = await start(tenant, photoId);
    expect((await answered(occurrenceId))[0]?.data['reason']).toMatch(/^Caption limit reached/);
    const rich = captions.tenant();
    const { occurrenceId: lost } = await start(rich, randomUUID());
    expect((await answered(lost))[0]?.data['reason']).toBe('The photo could not be read.');
    expect(await captions.used(rich)).toBe(0);
  });

  it('that are requested too late are announced as failed once, without calling a provider, and cost nothing', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    captions.isMediaAway = true;
    const { occurrenceId } = await start(tenant, photoId, 3);
    await eventually('an attempt was made in vain', async () => {
      const [row] = await captions.sql<{ tries: number }>(
        'SELECT tries FROM occurrence_captions WHERE occurrence_id = $1',
        [occurrenceId],
      );
      expect(row?.tries).toBeGreaterThan(0);
    });
    const [answer] = await answered(occurrenceId).finally(() => (captions.isMediaAway = false));
    expect(answer).toMatchObject({
      subject: captionsEvents.captionFailed.subject,
      data: { photoId, reason: 'There was no time left to write a caption.' },
    });
    expect(await captions.used(tenant)).toBe(0);
    expect(await sandbox.requests('openai')).toEqual([]);
    expect(
      await captions.sql('SELECT state, ready_at::text AS at FROM occurrence_captions WHERE occurrence_id = $1', [
        occurrenceId,
      ]),
    ).toEqual([{ state: 'failed', at: 'infinity' }]);
    expect(await told(occurrenceId)).toHaveLength(1);
  });

  it('that a provider gives after their time cost nothing: nobody uses them', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    await sandbox.fault('openai', { mode: 'latency', latencyMs: 3_000 });
    const { occurrenceId } = await start(tenant, photoId, 2);
    const [answer] = await answered(occurrenceId);
    expect(answer?.subject).toBe(captionsEvents.captionFailed.subject);
    expect(await captions.used(tenant)).toBe(0);
  });

  it('of a process that died in the middle are written by the next one, once', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    await sandbox.fault('openai', { mode: 'latency', latencyMs: 3_000 });
    const { occurrenceId } = await start(tenant, photoId);
    const take = (seconds: number) =>
      captions.sql<{ id: string }>(
        `UPDATE occurrence_captions SET lease_epoch = lease_epoch + 1, lease_until = now() + make_interval(secs => $2), ready_at = now()
        WHERE occurrence_id = $1 AND lease_epoch > 0 RETURNING id`,
        [occurrenceId, seconds],
      );
    await eventually('the first one has asked', async () => {
      expect(await sandbox.requests('openai')).toHaveLength(1);
    });
    // While it waits for the provider it loses its lease, as if it had been frozen: it may not write any more.
    expect(await take(4)).toHaveLength(1);
    const lost = await eventually('the frozen one has told what it used', async () => {
      const usage = await usageOf(occurrenceId);
      expect(usage.read).toBeGreaterThan(100);
      return usage;
    });
    const [answer, ...more] = await answered(occurrenceId);
    expect(more).toEqual([]);
    expect((await usageOf(occurrenceId)).read).toBeGreaterThan(lost.read);
    expect(answer?.subject).toBe(captionsEvents.captionGenerated.subject);
    expect(await captions.used(tenant)).toBe(1);
    expect(
      await captions.sql('SELECT id FROM generations WHERE business_id = $1', [tenant.caller.businessId]),
    ).toHaveLength(1);
    expect((await sandbox.requests('openai')).length).toBe(2);
  });
});
