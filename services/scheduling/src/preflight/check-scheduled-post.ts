import { Injectable } from '@nestjs/common';
import { isReconnectRequired, preflightEvents } from '@postloom/contracts';
import type { PlatformCheck } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import {
  bySystem,
  checkable,
  checkDueNow,
  checkPost,
  countFindings,
  everyPhotoOf,
  history,
  NearbyPostsRepository,
  nextCheckAt,
  PostsRepository,
  PostWriter,
} from '../posts/index.ts';
import type { CheckHours, PostRecord } from '../posts/index.ts';
import { ScheduledChecksClaims } from './scheduled-checks.claims.ts';
import type { ClaimedCheck } from './scheduled-checks.claims.ts';

/** The check of one scheduled post, 24 hours or 1 hour before it is due: finds what has changed since it was saved, in time. */
@Injectable()
export class CheckScheduledPost {
  constructor(
    private readonly uow: Uow,
    private readonly posts: PostsRepository,
    private readonly refs: RefsRepository,
    private readonly nearby: NearbyPostsRepository,
    private readonly claims: ScheduledChecksClaims,
    private readonly writer: PostWriter,
  ) {}

  /** Does nothing when the caller has lost the claim. */
  async execute(claimed: ClaimedCheck): Promise<void> {
    const { id: postId, businessId } = claimed;
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const locked = await this.posts.lock(tx, businessId, postId);
      if (locked === null || !(await this.claims.isOurs(tx, claimed))) {
        return;
      }
      const { post, now } = locked;
      if (post.dueAt === null || post.dueAt <= now || post.status !== 'scheduled') {
        await this.claims.setNext(tx, businessId, postId, null);
        return;
      }
      await this.check(tx, post, checkDueNow(post.dueAt, now), now);
    });
  }

  private async check(tx: Tx, post: PostRecord, hours: CheckHours, now: Date): Promise<void> {
    const facts = await this.refs.known(tx, post.businessId, everyPhotoOf(post));
    // Published and in-flight targets are beyond a warning.
    const waiting = post.targets.filter(({ state }) => state === 'scheduled').map(({ platform }) => platform);
    const asked = { ...checkable(post), platforms: waiting };
    const nearby = await this.nearby.of(tx, post.businessId, post.id, asked);
    const checks = checkPost(asked, { ...facts, now }, nearby);
    const findings = risksOf(checks);
    const preflight = countFindings(checks);
    metrics.scheduledChecks.add(1, { hours: String(hours), outcome: findings.length > 0 ? 'at_risk' : 'fine' });
    const isSame = JSON.stringify(preflight) === JSON.stringify(post.preflight ?? null);
    if (findings.length === 0 && isSame) {
      await this.claims.setNext(tx, post.businessId, post.id, nextCheckAt(post, now));
      return;
    }
    const lines = findings.map(({ platform, message, isWaiting }) =>
      bySystem(history.atRisk(platform, hours, message, isWaiting), platform),
    );
    const saved = await this.writer.save(tx, post, { ...post, preflight }, now, lines);
    if (findings.length === 0) {
      return;
    }
    const reported = findings.map(({ platform, rule, message }) => ({ platform, rule, message }));
    const data = { postId: post.id, hoursBefore: hours, findings: reported };
    const head = { businessId: post.businessId, entityId: post.id, version: saved.version };
    await tx.emit(preflightEvents.postAtRisk, { ...head, data });
  }
}

/** What keeps a post from being published on time: what a platform refuses, and an account that waits to be reconnected. */
function risksOf(checks: readonly PlatformCheck[]) {
  return checks.flatMap(({ platform, errors, warnings }) =>
    [...errors, ...warnings.filter(isReconnectRequired)].map((finding) => ({
      ...{ platform, rule: finding.rule, message: finding.message },
      isWaiting: isReconnectRequired(finding),
    })),
  );
}
