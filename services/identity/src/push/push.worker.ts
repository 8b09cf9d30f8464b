import { Injectable } from '@nestjs/common';
import { OutboundError } from '@postloom/chassis';
import type { PushMessage } from '@postloom/contracts';
import { backoffSeconds, LeasedTableWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import { config } from '../config.ts';
import { metrics } from '../metrics.ts';
import { placeIn } from '../place-in.ts';
import { PreferencesRepository, quietUntil } from '../preferences/index.ts';
import { pushOutcome } from './push-answer.ts';
import type { PushOutcome } from './push-answer.ts';
import { PushClient } from './push-client.ts';
import { PUSH_MESSAGES, PushQueueRepository } from './push-queue.repository.ts';
import type { PushFacts, PushRow } from './push-queue.repository.ts';
import type { VapidPair } from './vapid-keys.ts';

/** Longer than a call may take, so that the lease ends only when the process is gone. */
const LEASE_SECONDS = 30;
/** Older news are on the page. */
const WORTH_SECONDS = 24 * 3_600;
const LONGEST_BACKOFF_SECONDS = 900;
const MOST_CHARACTERS = 240;

/** Sends notifications to devices. A slow push service occupies a slot here, and nothing else waits for it. */
@Injectable()
export class PushWorker extends LeasedTableWorker<PushRow> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly queue: PushQueueRepository,
    private readonly preferences: PreferencesRepository,
    private readonly client: PushClient,
  ) {
    super(tools, {
      ...{ name: 'pushes', slots: 8, pollMs: 1_000, table: PUSH_MESSAGES, leaseSeconds: LEASE_SECONDS },
      scope: Scope.system('pushes'),
    });
  }

  protected override async work(row: PushRow): Promise<void> {
    const scope = Scope.business(row.business_id);
    const found = await this.uow.run(scope, async (tx) => {
      const facts = await this.queue.facts(tx, row.id);
      return facts && { facts, preferences: await this.preferences.of(tx, facts.userId) };
    });
    const pair = found === null ? undefined : config.vapidKeys?.of(found.facts.serverKey);
    if (found === null || pair === undefined || found.facts.ageSeconds >= WORTH_SECONDS) {
      await this.uow.run(scope, (tx) => this.queue.end(tx, row, 'none'));
      return;
    }
    const { facts, preferences } = found;
    const passes = preferences.quietHours.failuresPass && facts.kind === 'post_failed';
    const until = passes ? null : quietUntil(preferences.quietHours, facts.timeZone, facts.now);
    if (until !== null) {
      await this.uow.run(scope, (tx) => this.queue.waitFor(tx, row, until));
      return;
    }
    const told = await this.send(facts, pair);
    metrics.pushes.add(1, { outcome: told.outcome });
    await this.uow.run(scope, async (tx) => {
      switch (told.outcome) {
        case 'gone':
          return this.queue.forget(tx, row);
        case 'later':
          return this.queue.retry(tx, row, told.inSeconds ?? backoffSeconds(row.tries, LONGEST_BACKOFF_SECONDS));
        case 'sent':
        case 'failed':
          return this.queue.end(tx, row, told.outcome);
      }
    });
  }

  private async send(facts: PushFacts, pair: VapidPair): Promise<PushOutcome> {
    try {
      const ttl = Math.max(1, Math.floor(WORTH_SECONDS - facts.ageSeconds));
      const { status, retryAfter } = await this.client.send(facts, pair, messageOf(facts), ttl);
      return pushOutcome(status, retryAfter, facts.now.getTime());
    } catch (error) {
      if (error instanceof OutboundError) {
        return error.kind === 'blocked' ? { outcome: 'failed' } : { outcome: 'later', inSeconds: null };
      }
      throw error;
    }
  }
}

/** No more than the notification itself, in a few words. */
function messageOf({ notificationId, title, message, link, businessId, businessName }: PushFacts): PushMessage {
  const text = message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS - 1).trimEnd()}…` : message;
  return { title, body: `${businessName}\n${text}`, link: placeIn(businessId, link), tag: notificationId };
}
