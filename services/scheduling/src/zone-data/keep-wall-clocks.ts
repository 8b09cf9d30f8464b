import { Injectable } from '@nestjs/common';
import { Logger, ZoneClock } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { bySystem, history, PostsRepository, PostWriter } from '../posts/index.ts';
import { Rezone } from '../recurrence/index.ts';
import { ZoneDataClaims } from './zone-data.claims.ts';
import type { Progress, WaitingPost } from './zone-data.claims.ts';

const BATCH = 100;

/**
 * A person schedules a post for a time of day. When a country changes its clocks, posts scheduled before keep the instant and would be
 * published at another time of day: once the runtime knows the new rules they move, and their owners see it in the timeline.
 */
@Injectable()
export class KeepWallClocks {
  constructor(
    private readonly claims: ZoneDataClaims,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly rezone: Rezone,
    private readonly logger: Logger,
  ) {}

  /**
   * One batch of the posts that wait, then of the schedules; true when there are more. Pods with older rules than those last applied do nothing, so that a rolling
   * update moves nothing back. @param version of this runtime's zone data, `2026a`
   */
  async execute(tx: Tx, version: string): Promise<boolean> {
    const after = await this.claims.claim(tx, version);
    if (after === null) {
      return false;
    }
    if (after.scheduleId !== null) {
      return this.keepSchedules(tx, after, version);
    }
    const waiting = await this.claims.waiting(tx, after, BATCH);
    const last = waiting.at(-1);
    if (last === undefined) {
      await this.claims.advanceSchedules(tx);
      return true;
    }
    for (const post of waiting) {
      await this.keep(tx, post);
    }
    await this.claims.advance(tx, last);
    return true;
  }

  private async keepSchedules(tx: Tx, after: Progress, version: string): Promise<boolean> {
    const schedules = await this.claims.schedules(tx, after, BATCH);
    const last = schedules.at(-1);
    if (last === undefined) {
      await this.claims.finish(tx, version);
      this.logger.info('Scheduled posts and schedules keep their wall clocks under new zone data', { version });
      return false;
    }
    for (const { businessId, id } of schedules.filter(({ timeZone }) => clockOf(timeZone) !== null)) {
      await this.rezone.afterNewRules(tx, businessId, id);
    }
    await this.claims.advanceSchedules(tx, last.id);
    return true;
  }

  private async keep(tx: Tx, waiting: WaitingPost): Promise<void> {
    const wanted = movedTo(waiting);
    const locked = wanted === null ? null : await this.posts.lock(tx, waiting.businessId, waiting.id);
    // Edited or handed over in the meantime: its date was derived with the new rules, or it can no longer move.
    if (wanted === null || locked?.post.dueAt?.getTime() !== waiting.dueAt.getTime()) {
      return;
    }
    const { post, now } = locked;
    if (post.targets.some(({ state }) => state !== 'scheduled')) {
      return;
    }
    const moved = { ...post, dueAt: wanted, targets: post.targets.map((target) => ({ ...target, dueAt: wanted })) };
    await this.writer.save(tx, post, moved, now, [bySystem(history.clockMoved(moved))]);
  }
}

/**
 * The instant of its chosen wall clock time under the current rules; null when that is its instant already, or in a zone this runtime does
 * not know.
 */
function movedTo({ dueAt, localTime, timeZone }: WaitingPost): Date | null {
  const wall = Date.parse(`${localTime}Z`);
  const clock = clockOf(timeZone);
  // Compared by the wall clock, because the second pass of a doubled hour has an instant of its own.
  if (clock === null || clock.wallAt(dueAt.getTime()) === wall) {
    return null;
  }
  const instant = clock.instantOf(wall);
  return instant === null || instant === dueAt.getTime() ? null : new Date(instant);
}

function clockOf(timeZone: string): ZoneClock | null {
  try {
    return ZoneClock.of(timeZone);
  } catch {
    return null; // RangeError: a zone that was renamed; its posts keep their instants
  }
}
