import { Injectable } from '@nestjs/common';
import { platformRules, recurringEvents } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import { metrics } from '../metrics.ts';
import {
  bySchedule,
  checkable,
  checkPost,
  countFindings,
  history,
  NearbyPostsRepository,
  newPost,
  PostWriter,
  schedulable,
} from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';
import { notConnectedSentence } from './not-connected.ts';
import { occurrenceFacts } from './occurrence-facts.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { captionsFor } from './recurring-caption.ts';
import { asPlanned } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import type { ScheduleState } from './schedules.repository.ts';

/** The accounts as this schedule sees them: where its posts wait for a disconnected account, that one replaces the one connected. */
function factsFor({ accountIds }: ScheduleRecord, facts: KnownFacts): KnownFacts {
  const isOwn = ({ platform, accountId }: { platform: Platform; accountId: string }): boolean =>
    (accountIds[platform] ?? accountId) === accountId;
  const away = schedulable(facts).filter((account) => !isOwn(account));
  return {
    ...facts,
    accounts: facts.accounts.filter(isOwn),
    waiting: [
      ...(facts.waiting ?? []).filter(isOwn),
      ...away.map(({ platform, accountId }) => ({ platform, accountId: accountIds[platform] ?? accountId })),
    ],
  };
}

/** The post's caption, or why it has none. */
export type WrittenCaption =
  { readonly caption: string; readonly hashtags: readonly string[] } | { readonly missing: string };

/**
 * The last step of an occurrence: its post, due at the slot. Without a caption it becomes a draft with an empty caption: no generic text
 * that somebody might send by mistake, and no empty post, because nothing without a caption can be scheduled.
 */
@Injectable()
export class WriteOccurrencePost {
  constructor(
    private readonly refs: RefsRepository,
    private readonly nearby: NearbyPostsRepository,
    private readonly writer: PostWriter,
    private readonly occurrences: OccurrencesRepository,
    private readonly random: Random,
  ) {}

  /** @throws AppError upgrade_required: the month's posts are used up; the transaction cannot continue then */
  async execute(
    tx: Tx,
    occurrence: OccurrenceRecord,
    { schedule, now }: ScheduleState,
    written: WrittenCaption,
  ): Promise<OccurrenceRecord | 'photo gone' | { skip: string }> {
    const photoId = occurrence.photoId ?? '';
    const facts = factsFor(schedule, await this.refs.known(tx, schedule.businessId, [photoId]));
    if (!facts.photoIds.includes(photoId)) {
      await this.occurrences.save(tx, { ...asPlanned(occurrence), ownPhotoId: null });
      return 'photo gone';
    }
    const connected = schedule.platforms.filter((one) => schedulable(facts).some(({ platform }) => platform === one));
    if (connected.length === 0) {
      return { skip: notConnectedSentence(schedule.platforms) };
    }

    const isDraft = 'missing' in written;
    const text = isDraft ? { caption: '', captionByPlatform: null } : captionsFor(connected, written);
    const dueAt = occurrence.dueAt > now ? occurrence.dueAt : now;
    const input = {
      ...{ ...text, platforms: connected, photoId, scheduledFor: dueAt.toISOString() },
      status: isDraft ? ('draft' as const) : ('scheduled' as const),
    };
    const owner = { businessId: schedule.businessId, userId: schedule.authorId, payerId: schedule.payerId };
    const made = newPost(input, owner, { ...facts, now }, () => this.random.uuidv7(), 'recurring');
    const post = isDraft ? made : await this.checked(tx, made, facts);
    await this.writer.create(tx, post, this.timeline(schedule, post, connected));
    tx.afterCommit(() => metrics.postsCreated.add(1, { source: 'recurring' }));

    const ended = { ...occurrence, postId: post.id };
    if (!isDraft) {
      return this.occurrences.save(tx, { ...ended, status: 'posted', reason: null });
    }
    const reason = written.missing;
    const drafted = await this.occurrences.save(tx, { ...ended, status: 'drafted', reason });
    const outcome = { name: schedule.name, postId: post.id, reason };
    await tx.emit(recurringEvents.occurrenceDrafted, occurrenceFacts(drafted, outcome));
    return drafted;
  }

  /** Findings of platforms are counted as for every post; nobody is there to be asked, so nothing is refused. */
  private async checked(tx: Tx, post: PostRecord, facts: KnownFacts): Promise<PostRecord> {
    const asked = checkable(post);
    const nearby = await this.nearby.of(tx, post.businessId, post.id, asked);
    return { ...post, preflight: countFindings(checkPost(asked, facts, nearby)) };
  }

  private timeline(schedule: ScheduleRecord, post: PostRecord, connected: ScheduleRecord['platforms']) {
    const left = schedule.platforms.filter((platform) => !connected.includes(platform));
    return [
      bySchedule(`${history.created(post)} By the schedule "${schedule.name}".`),
      ...left.map((platform) =>
        bySchedule(`${platformRules[platform].name} is not connected, so it was left out.`, platform),
      ),
    ];
  }
}
