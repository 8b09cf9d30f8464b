import { Injectable } from '@nestjs/common';
import { Clock } from '@postloom/chassis';
import { insightEvents } from '@postloom/contracts';
import type { AccountDay, Platform } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { PlatformError, Platforms } from '../platforms/index.ts';
import type { InsightAccount, PlatformInsights, PlatformProblem, PostToRead } from '../platforms/index.ts';
import { SecretsRepository, Vault } from '../vault/index.ts';
import { allReadings, ReadingsClaims } from './readings.claims.ts';
import { ReadingsRepository } from './readings.repository.ts';
import type { ReadAccount, Reading, ReadPost } from './readings.repository.ts';
import { nextReading, spreadOf } from './schedule.ts';

/** Readings of one account that a worker has claimed. */
export interface AccountReadings {
  readonly businessId: string;
  readonly accountId: string;
  readonly readings: readonly Reading[];
  /** They are read although posts wait. */
  readonly isLate: boolean;
}

/** Seconds until a reading that could not be made is due again, by its reason. */
const PAUSES = {
  publishing: 30,
  blocked: 600,
  budget: 900,
  transient: 900,
  notConnected: 24 * 3_600,
  refused: 24 * 3_600,
} as const;
const ACCOUNT_SECONDS = 24 * 3_600;
/** After this time a run ends: its lease is longer by more than the calls under way may last. */
const LONGEST_RUN_MS = 60_000;

/** What a run has found out so far. */
interface Found {
  readonly posts: ReadPost[];
  readonly done: Reading[];
  followers: number | null;
  days: readonly AccountDay[];
}

/**
 * Asks a platform how the posts of an account are doing, how many follow it and what became of its last days: reads alone, inside an
 * allowance of its own, and not while posts wait to be published, unless they are late; never while its own account publishes. Nothing
 * here parks or blocks a lane: what a refused reading means for publishing, the lane finds out.
 */
@Injectable()
export class ReadInsights {
  constructor(
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly platforms: Platforms,
    private readonly secrets: SecretsRepository,
    private readonly vault: Vault,
    private readonly readings: ReadingsRepository,
    private readonly claims: ReadingsClaims,
  ) {}

  async execute(claimed: AccountReadings, stopping: AbortSignal): Promise<void> {
    const { businessId, accountId, readings } = claimed;
    const [account, secret] = await this.uow.run(
      Scope.business(businessId),
      (tx) =>
        Promise.all([this.readings.account(tx, businessId, accountId), this.secrets.find(tx, businessId, accountId)]),
      { readOnly: true },
    );
    if (account === null || secret === null || !account.isConnected) {
      return this.rest(claimed, account === null);
    }
    const { platform, origin, remoteId, username } = account;
    const insights = this.platforms.find(platform, origin)?.insights ?? null;
    if (insights === null || !insights.offers(remoteId)) {
      return this.end(claimed);
    }
    if (account.isBlocked || account.isPublishing) {
      return this.postpone(claimed, readings, account.isBlocked ? PAUSES.blocked : PAUSES.publishing);
    }
    const tokens = this.vault.openTokens({ businessId, platform, origin, subjectId: accountId }, secret);
    let pauseSeconds = 0;
    const asked: InsightAccount = {
      remoteId,
      username,
      tokens,
      // The platform says that its limit is near: the rest is for publishing.
      budget: ({ seconds }) => (pauseSeconds = Math.max(pauseSeconds, seconds)),
    };
    const found: Found = { posts: [], done: [], followers: null, days: [] };
    const until = this.clock.monotonicMs() + LONGEST_RUN_MS;
    for (const round of roundsOf(insights, readings)) {
      const isOver = stopping.aborted || this.clock.monotonicMs() > until;
      pauseSeconds = isOver ? 1 : pauseSeconds || (await this.mayAsk(claimed, platform, insights, round));
      if (pauseSeconds > 0) {
        break;
      }
      pauseSeconds = (await this.ask(insights, asked, round, found)) || pauseSeconds;
    }
    await this.save(claimed, account, found);
    const left = readings.filter((reading) => !found.done.includes(reading));
    metrics.insightsReadTotal.add(found.done.length, { platform, outcome: 'read' });
    metrics.insightsReadTotal.add(left.length, { platform, outcome: 'put_off' });
    if (left.length > 0) {
      await this.postpone(claimed, left, pauseSeconds);
    }
  }

  /** 0, or for how many seconds nothing may be asked. Busy publishing comes before every call that is not late. */
  private async mayAsk(
    { accountId, isLate }: AccountReadings,
    platform: Platform,
    insights: PlatformInsights,
    round: Round,
  ): Promise<number> {
    const { allowance } = insights;
    const calls =
      round.account === null ? insights.callsFor(round.posts.map(({ post }) => post)) : insights.accountCalls;
    return this.uow.run(allReadings, async (tx) => {
      if (!isLate && (await this.claims.isPublishingBusy(tx))) {
        return PAUSES.publishing;
      }
      const own = `account:${accountId}`;
      if (!(await this.claims.take(tx, own, calls, allowance.account))) {
        return PAUSES.budget;
      }
      if (allowance.app !== null && !(await this.claims.take(tx, `platform:${platform}`, calls, allowance.app))) {
        await this.claims.giveBack(tx, own, calls);
        return PAUSES.budget;
      }
      return 0;
    });
  }

  /** 0, or for how many seconds the account is left alone. */
  private async ask(
    insights: PlatformInsights,
    account: InsightAccount,
    { account: ownReading, posts }: Round,
    found: Found,
  ): Promise<number> {
    try {
      if (ownReading !== null) {
        const { followers, days, problem } = await insights.account(account);
        Object.assign(found, { followers, days });
        if (problem !== null) {
          return pauseAfter(problem);
        }
        found.done.push(ownReading);
        return 0;
      }
      const told = await insights.posts(
        account,
        posts.map(({ post }) => post),
      );
      for (const { reading, post } of posts) {
        const figures = told.get(post.remoteId);
        // A post that the platform no longer shows keeps the figures that it had.
        if (figures !== undefined) {
          found.posts.push({ targetId: reading.id, postId: post.id, figures });
        }
        found.done.push(reading);
      }
      return 0;
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      return pauseAfter(error.problem);
    }
  }

  private save(
    { businessId, accountId }: AccountReadings,
    { platform }: ReadAccount,
    { posts, done, followers, days }: Found,
  ): Promise<void> {
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const now = await tx.now();
      if (posts.length > 0 || followers !== null || days.length > 0) {
        await tx.emit(insightEvents.insightsRead, {
          businessId,
          entityId: accountId,
          version: now.getTime(),
          data: { accountId, platform, readAt: now.toISOString(), posts, followers, days: [...days] },
        });
      }
      await this.readings.release(
        tx,
        done.map((reading) => ({ reading, at: nextOf(reading, now) })),
      );
    });
  }

  private async postpone(
    { businessId }: AccountReadings,
    readings: readonly Reading[],
    seconds: number,
  ): Promise<void> {
    await this.uow.run(Scope.business(businessId), (tx) => this.readings.postpone(tx, readings, seconds));
  }

  /**
   * Nobody is connected: posts whose last reading is over end, the others wait for the account to come back. The reading of an account
   * that was disconnected ends, too: connecting it again makes a new one.
   */
  private async rest({ businessId, readings }: AccountReadings, isRemoved: boolean): Promise<void> {
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const now = await tx.now();
      const ended = readings.filter((reading) => (isRemoved && reading.post === null) || nextOf(reading, now) === null);
      await this.readings.release(
        tx,
        ended.map((reading) => ({ reading, at: null })),
      );
      const others = readings.filter((reading) => !ended.includes(reading));
      await this.readings.postpone(tx, others, PAUSES.notConnected);
    });
  }

  /** The platform tells nothing of such accounts: nothing is asked again. */
  private async end({ businessId, readings }: AccountReadings): Promise<void> {
    const next = readings.map((reading) => ({ reading, at: null }));
    await this.uow.run(Scope.business(businessId), (tx) => this.readings.release(tx, next));
  }
}

/** What one call asks for: some posts, or the account. */
interface Round {
  readonly account: Reading | null;
  readonly posts: readonly { readonly reading: Reading; readonly post: PostToRead & { readonly id: string } }[];
}

function roundsOf({ postsPerCall }: PlatformInsights, readings: readonly Reading[]): Round[] {
  const posts = readings.flatMap((reading) => (reading.post === null ? [] : [{ reading, post: reading.post }]));
  const rounds: Round[] = readings.filter(({ post }) => post === null).map((account) => ({ account, posts: [] }));
  for (let from = 0; from < posts.length; from += postsPerCall) {
    rounds.push({ account: null, posts: posts.slice(from, from + postsPerCall) });
  }
  return rounds;
}

function nextOf({ id, post }: Reading, now: Date): Date | null {
  return post === null
    ? new Date(now.getTime() + ACCOUNT_SECONDS * 1_000)
    : nextReading(post.publishedAt, now, spreadOf(id));
}

function pauseAfter(problem: PlatformProblem): number {
  switch (problem.kind) {
    case 'wait':
      return Math.max(problem.seconds, 1);
    case 'transient':
      return PAUSES.transient;
    case 'reconnect':
    case 'setup':
    case 'restricted':
    case 'refused':
    case 'duplicate':
    case 'stale':
      return PAUSES.refused;
  }
}
