import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, Logger, runWithTraceparent, withSpan } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { AccountsRepository, RevokeConsent } from '../accounts/index.ts';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import type { HeldLane } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { PlatformError, Platforms } from '../platforms/index.ts';
import type { BudgetNote, Delivery, PlatformProblem, SocialPlatform } from '../platforms/index.ts';
import { SecretsRepository } from '../vault/index.ts';
import { Failpoints } from './failpoints.ts';
import { lookOf, lookSince, viewOf } from './job.ts';
import type { Job } from './job.ts';
import { JobsRepository } from './jobs.repository.ts';
import { LaneHeartbeat } from './lane-heartbeat.ts';
import { LaneLease } from './lane-lease.ts';
import { LaneTokens } from './lane-tokens.ts';
import type { HeldTokens } from './lane-tokens.ts';
import { PostPhotos } from './post-photos.ts';
import { afterGiveUp, afterPrepare, afterSend, afterVerify, nextStep, undecided } from './protocol.ts';
import type { Rules, Step, Transition } from './protocol.ts';
import { SettleStep } from './settle-step.ts';
import { WriteIntent } from './write-intent.ts';

interface Visit {
  readonly lane: HeldLane;
  readonly lease: LaneLease;
  readonly platform: SocialPlatform;
  held: HeldTokens | null;
  /** A refused token is refreshed once per visit, not more. */
  hasRefreshed: boolean;
  isReleased: boolean;
}

type Next = 'next' | 'stop';

/** Works on one account under its lease: one step of one job at a time, until nothing is ready. */
@Injectable()
export class RunLane {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    @Inject(Uow) private readonly uow: Uow,
    @Inject(Platforms) private readonly platforms: Platforms,
    @Inject(LanesRepository) private readonly lanes: LanesRepository,
    @Inject(JobsRepository) private readonly jobs: JobsRepository,
    @Inject(AccountsRepository) private readonly accounts: AccountsRepository,
    @Inject(SecretsRepository) private readonly secrets: SecretsRepository,
    @Inject(LaneTokens) private readonly laneTokens: LaneTokens,
    @Inject(RevokeConsent) private readonly revoke: RevokeConsent,
    @Inject(PostPhotos) private readonly photos: PostPhotos,
    @Inject(SettleStep) private readonly settle: SettleStep,
    @Inject(WriteIntent) private readonly intent: WriteIntent,
    @Inject(LaneHeartbeat) private readonly heartbeat: LaneHeartbeat,
    @Inject(Failpoints) private readonly failpoints: Failpoints,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
  ) {}

  /** `claimedAtMs`: the monotonic clock before the claim. `stopping` ends the visit after the step that runs. */
  async execute(lane: HeldLane, claimedAtMs: number, stopping: AbortSignal): Promise<void> {
    const platform = this.platforms.find(lane.platform as SocialPlatform['platform']);
    if (platform === null) {
      await this.inLane(lane, (tx) => this.lanes.releaseAfterFailure(tx, lane));
      this.logger.warn('An account waits for a platform that is not set up any more', { platform: lane.platform });
      return;
    }
    const lease = new LaneLease(this.clock, claimedAtMs, this.config.publishLeaseSeconds * 1_000);
    const visit: Visit = { lane, lease, platform, held: null, hasRefreshed: false, isReleased: false };
    const beat = new AbortController();
    const heart = this.heartbeat.keep(lane, lease, beat.signal);
    try {
      await this.work(visit, stopping);
      if (!visit.isReleased && !lease.isLost) await this.inLane(lane, (tx) => this.lanes.release(tx, lane));
    } catch (error) {
      this.logger.error('A lane could not be worked on', { platform: lane.platform, accountId: lane.id, error });
      if (!lease.isLost) await this.inLane(lane, (tx) => this.lanes.releaseAfterFailure(tx, lane));
    } finally {
      beat.abort();
      await heart;
    }
    if (lease.isLost) metrics.leasesLostTotal.add(1);
  }

  private async work(visit: Visit, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted && !visit.lease.isLost) {
      const job = await this.load(visit);
      if (job === null) return;
      if (job === 'refresh') {
        if ((await this.refreshDue(visit)) === 'stop') return;
        continue;
      }
      const next = await runWithTraceparent(job.traceparent, () =>
        withSpan(
          'publish step',
          { attributes: { 'postloom.platform': job.platform, 'postloom.target': job.targetId } },
          () => this.step(visit, job),
        ),
      );
      if (next === 'stop') return;
    }
  }

  /**
   * Reads the next job and the tokens as they are now: they may have been replaced or destroyed. With nothing to do the lane
   * is released in the same transaction, so that a wake-up in between can't be lost. Null: the visit is over.
   */
  private async load(visit: Visit): Promise<Job | 'refresh' | null> {
    const { lane } = visit;
    const loaded = await this.inLane(lane, async (tx) => {
      const [mine, held, job] = await Promise.all([
        this.lanes.holdAndRead(tx, lane),
        this.laneTokens.load(tx, lane),
        this.jobs.next(tx, lane.businessId, lane.id, this.config.publishBoundMs),
      ]);
      if (mine === null) return 'lost';
      visit.held = held;
      if (
        mine.parked === null &&
        held !== null &&
        !visit.hasRefreshed &&
        this.laneTokens.isDue(visit.platform, held.tokens)
      ) {
        return 'refresh';
      }
      if (job !== null) return job;
      if (mine.parked !== null) await this.settle.tellParked(tx, lane, mine.parked);
      if (mine.parked === 'disconnected' && held !== null) return 'shred';
      await this.lanes.release(tx, lane);
      visit.isReleased = true;
      return null;
    });
    if (loaded === 'lost') {
      visit.lease.lose();
      return null;
    }
    if (loaded !== 'shred') return loaded;
    await this.shredWhenDone(visit);
    return null;
  }

  private async step(visit: Visit, job: Job): Promise<Next> {
    const step = nextStep(viewOf(job), job.now, this.config.publishBoundMs);
    if (visit.held === null && needsTokens(step)) {
      // Disconnected with the outcome still open and the token gone: nobody can look any more.
      return this.write(visit, job, undecided(viewOf(job), this.rules(visit)), []);
    }
    switch (step) {
      case 'prepare':
        return this.prepare(visit, job);
      case 'send':
        return this.send(visit, job);
      case 'verify':
        return this.verify(visit, job);
      case 'announce':
        return this.announce(visit, job);
      case 'give_up':
        return this.write(visit, job, afterGiveUp(viewOf(job), job.lastError), []);
      case 'ask_person':
        return this.write(visit, job, undecided(viewOf(job), this.rules(visit)), []);
      case 'wait':
        return 'stop';
    }
  }

  private async prepare(visit: Visit, job: Job): Promise<Next> {
    const budgets: BudgetNote[] = [];
    let { steps } = job;
    const save = async (next: typeof steps): Promise<void> => {
      await this.failpoints.hit('steps_known');
      steps = next;
      const isKept = await this.inLane(
        visit.lane,
        async (tx) => (await this.lanes.hold(tx, visit.lane)) && this.jobs.saveSteps(tx, job, next),
      );
      if (!isKept) throw new StepOvertaken();
      await this.failpoints.hit('steps_saved');
    };
    const started = this.clock.monotonicMs();
    let result;
    try {
      result = await withSpan('publish prepare', () =>
        visit.platform.prepare(this.delivery(visit, job, budgets), job.steps, save),
      );
    } catch (error) {
      if (error instanceof StepOvertaken) return 'next'; // cancelled, or the lane is lost: the next load finds out
      if (!(error instanceof PlatformError)) throw error;
      result = error.problem;
    }
    // The database's clock when the job was read, plus what has passed on ours.
    const now = new Date(job.now.getTime() + this.clock.monotonicMs() - started);
    const next = afterPrepare(viewOf(job), result, now, this.rules(visit));
    // Ready: straight on to the intent, whose own transaction writes down all that matters.
    if (next.state === 'prepared' && result.kind === 'ready')
      return this.send(visit, { ...job, steps, state: 'prepared' }, budgets);
    return this.write(visit, job, next, budgets);
  }

  private async send(visit: Visit, job: Job, budgets: BudgetNote[] = []): Promise<Next> {
    const startedMs = this.clock.monotonicMs();
    const sending = await this.intent.execute(visit.lane, visit.lease, job, visit.platform.timing, startedMs);
    if (sending === 'overtaken') return 'next';
    if (sending === 'lost' || sending === 'held') return 'stop';
    await this.failpoints.hit('intent_written');
    const sentAtMs = this.clock.monotonicMs();
    const outcome = await withSpan('publish send', { attributes: { 'postloom.attempt': sending.attempts } }, () =>
      visit.platform.send(this.delivery(visit, job, budgets), job.steps, this.guard(visit, startedMs), async (next) => {
        // Also when the lane was lost meanwhile: the name of what is on its way helps whoever looks for it.
        await this.inLane(visit.lane, (tx) => this.jobs.saveAttemptSteps(tx, sending, next));
      }),
    );
    metrics.sendSeconds.observe((this.clock.monotonicMs() - sentAtMs) / 1_000, {
      platform: job.platform,
      outcome: outcome.kind,
    });
    metrics.attemptsTotal.add(1, { platform: job.platform, outcome: outcome.kind });
    if (outcome.kind === 'published')
      metrics.dueLagSeconds.observe(Math.max(0, (this.clock.now().getTime() - job.dueAt.getTime()) / 1_000), {
        platform: job.platform,
      });
    await this.failpoints.hit('sent');
    const next = afterSend(viewOf(sending), outcome, this.rules(visit));
    const done = await this.write(visit, sending, next, budgets);
    await this.failpoints.hit('settled');
    return done;
  }

  private async verify(visit: Visit, job: Job): Promise<Next> {
    const looked: Job =
      job.attempt === null ? job : { ...job, attempt: { ...job.attempt, looks: job.attempt.looks + 1 } };
    const rules = this.rules(visit);
    if (this.failpoints.isLookingSwitchedOff) {
      const blind = {
        ...viewOf(looked),
        attempt: looked.attempt === null ? null : { ...looked.attempt, quarantineUntil: job.now },
      };
      const next = afterVerify(blind, { kind: 'not_public' }, job.now, rules, () => false);
      return this.write(visit, looked, next.readyIn === null ? next : { ...next, readyIn: 0 }, []);
    }
    const budgets: BudgetNote[] = [];
    const look = {
      ...lookOf(job),
      guard: visit.lease.guard(this.clock.monotonicMs()),
      save: async (next: typeof job.steps): Promise<void> => {
        const isKept = await this.inLane(
          visit.lane,
          async (tx) => (await this.lanes.hold(tx, visit.lane)) && this.jobs.saveAttemptSteps(tx, job, next),
        );
        if (!isKept) throw new StepOvertaken();
      },
    };
    let result;
    try {
      result = await withSpan('publish verify', () =>
        visit.platform.verify(this.delivery(visit, job, budgets), job.steps, lookSince(job), look),
      );
    } catch (error) {
      if (error instanceof StepOvertaken) return 'next';
      if (!(error instanceof PlatformError)) throw error;
      result = error.problem;
    }
    metrics.looksTotal.add(1, { platform: job.platform, showed: result.kind });
    const ids = result.kind === 'seen' ? result.sightings.map((sighting) => sighting.remoteId) : [];
    const held =
      ids.length === 0
        ? new Set<string>()
        : await this.inLane(visit.lane, (tx) => this.jobs.held(tx, job.accountId, job.id, ids));
    return this.write(
      visit,
      looked,
      afterVerify(this.viewOfLook(looked), result, job.now, rules, (id) => held.has(id)),
      budgets,
    );
  }

  private async announce(visit: Visit, job: Job): Promise<Next> {
    let permalink: string | null = null;
    if (job.parked === null && visit.held !== null && job.remoteId !== null) {
      try {
        permalink = await visit.platform.permalink(this.delivery(visit, job, []), job.remoteId);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        this.logger.info('A permalink could not be read', { platform: job.platform, problem: error.problem.code });
      }
    }
    if (await this.settle.announce(visit.lane, job, permalink)) return 'next';
    visit.lease.lose();
    return 'stop';
  }

  /** Writes the transition; a refused token is refreshed once before the lane is parked for it. */
  private async write(visit: Visit, job: Job, planned: Transition, budgets: readonly BudgetNote[]): Promise<Next> {
    let next = planned;
    if (planned.park !== null && visit.held?.tokens.refreshToken && !visit.hasRefreshed) {
      const outcome = await this.refresh(visit);
      if (outcome === 'lost') return 'stop';
      if (outcome === null) next = { ...planned, park: null, waiting: null, readyIn: 0 };
      else if (outcome.kind !== 'reconnect') next = { ...planned, park: null, readyIn: 30 };
    }
    const used = { budgets, secret: visit.held?.secret ?? null };
    if (!(await this.settle.execute(visit.lane, job, next, used))) {
      visit.lease.lose();
      return 'stop';
    }
    return next.park !== null || next.block !== null ? 'stop' : 'next';
  }

  /** The token's time is near: new ones before anything else. */
  private async refreshDue(visit: Visit): Promise<Next> {
    const outcome = await this.refresh(visit);
    if (outcome === null) return 'next';
    if (outcome === 'lost' || visit.held === null) return 'stop';
    if (outcome.kind === 'reconnect') {
      await this.settle.parkLane(visit.lane, outcome, visit.held.secret);
      return 'next'; // what has waited too long still ends
    }
    // The old token may still do; if not, the lane waits.
    const seconds = outcome.kind === 'wait' ? outcome.seconds : 30;
    const isExpired = this.laneTokens.isExpired(visit.held.tokens);
    await this.inLane(visit.lane, async (tx) => {
      await this.lanes.setRefreshAt(tx, visit.lane, new Date((await tx.now()).getTime() + seconds * 1_000));
      if (isExpired) await this.lanes.block(tx, visit.lane, 'account', seconds);
    });
    return isExpired ? 'stop' : 'next';
  }

  /** Null: the visit has fresh tokens. */
  private async refresh(visit: Visit): Promise<PlatformProblem | 'lost' | null> {
    if (visit.held === null) return 'lost';
    visit.hasRefreshed = true;
    const outcome = await this.laneTokens.refresh(visit.lane, visit.lease, visit.platform, visit.held);
    if (outcome === 'lost') {
      visit.lease.lose();
      return 'lost';
    }
    if ('kind' in outcome) return outcome;
    visit.held = outcome;
    return null;
  }

  /** A removed account keeps its token only while the outcome of a call is open. */
  private async shredWhenDone(visit: Visit): Promise<void> {
    if (visit.held === null) return;
    const { lane } = visit;
    const removed = await this.inLane(lane, async (tx) => {
      const account = await this.accounts.byId(tx, lane.businessId, lane.id);
      if (account?.state !== 'removed') return null;
      const secret = await this.secrets.shred(tx, lane.businessId, lane.id);
      return secret === null ? null : { account, secret };
    });
    if (removed !== null) await this.revoke.execute(removed.account, removed.secret);
  }

  private delivery(visit: Visit, job: Job, budgets: BudgetNote[]): Delivery {
    if (visit.held === null) throw new Error('a call was planned without tokens');
    let photos: ReturnType<PostPhotos['load']> | undefined;
    return {
      accountRemoteId: job.accountRemoteId,
      username: job.username,
      tokens: visit.held.tokens,
      caption: job.caption,
      photoCount: job.photoIds.length,
      photos: () => (photos ??= this.photos.load(job.businessId, job.photoIds)),
      budget: (note) => void budgets.push(note),
    };
  }

  private rules(visit: Visit): Rules {
    return {
      label: visit.platform.label,
      retrySeconds: this.config.publishRetryDelaysMs.map((ms) => ms / 1_000),
      boundMs: this.config.publishBoundMs,
    };
  }

  /** The check before the socket write; a control switches it off. */
  private guard(visit: Visit, startedMs: number): () => void {
    return this.failpoints.isGuardSwitchedOff ? () => undefined : visit.lease.guard(startedMs);
  }

  /** The job with its quarantine; a control ends it at once. */
  private viewOfLook(job: Job): ReturnType<typeof viewOf> {
    const view = viewOf(job);
    if (view.attempt === null || !this.failpoints.isQuarantineSwitchedOff) return view;
    return { ...view, attempt: { ...view.attempt, quarantineUntil: job.now } };
  }

  private inLane<T>(lane: HeldLane, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(Scope.business(lane.businessId), work);
  }
}

/** The job was cancelled, or the lane was lost, while something was being prepared. */
class StepOvertaken extends Error {}

function needsTokens(step: Step): boolean {
  return step === 'prepare' || step === 'send' || step === 'verify';
}
