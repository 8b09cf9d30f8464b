import { Injectable } from '@nestjs/common';
import { hashtagsOf, PostSource, publisherEvents } from '@postloom/contracts';
import type { DataOf } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { ReadingsRepository } from '../insights/index.ts';
import { eventVersion } from './job.ts';
import type { JobSnapshot } from './job-snapshot.ts';

/** How a remote id begins that we gave ourselves: the platform never returned one. */
const BY_PERSON = 'person:';

/** The events of a target, each in the transaction of the change it reports. */
@Injectable()
export class TargetEvents {
  constructor(private readonly readings: ReadingsRepository) {}

  publishing(tx: Tx, businessId: string, job: JobSnapshot): Promise<void> {
    return tx.emit(publisherEvents.targetPublishing, { ...head(businessId, job), data: facts(job) });
  }

  /** Also for a job that waits for the person: once they have acted, it continues by itself. */
  needsAttention(tx: Tx, businessId: string, job: JobSnapshot): Promise<void> {
    return tx.emit(publisherEvents.targetNeedsAttention, {
      ...head(businessId, job),
      data: { ...facts(job), error: errorOf(job) },
    });
  }

  /** `failures` tries have failed, and the next one comes at `until`. */
  retrying(tx: Tx, businessId: string, job: JobSnapshot, until: Date, failures: number): Promise<void> {
    return tx.emit(publisherEvents.targetDelayed, {
      ...head(businessId, job),
      data: { ...facts(job), until: until.toISOString(), error: errorOf(job), failures },
    });
  }

  /** A limit or an operator blocks the post until then. */
  delayed(tx: Tx, businessId: string, job: JobSnapshot, until: Date): Promise<void> {
    return tx.emit(publisherEvents.targetDelayed, {
      ...head(businessId, job),
      data: { ...facts(job), until: until.toISOString(), error: errorOf(job) },
    });
  }

  /** The event of a job's end; none for a job that continues or was cancelled. */
  async end(tx: Tx, businessId: string, job: JobSnapshot): Promise<void> {
    switch (job.state) {
      case 'published':
        await tx.emit(publisherEvents.targetPublished, {
          ...head(businessId, job),
          data: {
            ...facts(job),
            remoteId: job.remoteId ?? '',
            permalink: job.permalink,
            publishedAt: (job.publishedAt ?? new Date(0)).toISOString(),
            content: contentOf(job),
          },
        });
        await this.enroll(tx, businessId, job);
        return;
      case 'failed':
        await tx.emit(publisherEvents.targetFailed, {
          ...head(businessId, job),
          data: { ...facts(job), error: errorOf(job) },
        });
        return;
      case 'needs_attention':
        await this.needsAttention(tx, businessId, job);
        return;
      case 'queued':
      case 'prepared':
      case 'verifying':
      case 'confirmed':
      case 'cancelled':
        return;
    }
  }

  /** From now on its figures are read; not of one that a person found: the platform's id of it is unknown. */
  private async enroll(tx: Tx, businessId: string, job: JobSnapshot): Promise<void> {
    const { targetId, postId, accountId, remoteId, publishedAt } = job;
    if (remoteId !== null && publishedAt !== null && !remoteId.startsWith(BY_PERSON)) {
      await this.readings.enroll(tx, businessId, { targetId, postId, accountId, remoteId, publishedAt });
    }
  }
}

function head(businessId: string, job: JobSnapshot): { businessId: string; entityId: string; version: number } {
  return { businessId, entityId: job.targetId, version: eventVersion(job.round, job.version) };
}

function facts(job: JobSnapshot) {
  const { targetId, round, postId, platform, accountId, attempts } = job;
  return { targetId, round, postId, platform, accountId, attempts };
}

/** Hashtags of one post that are told; more are no topic. */
const MOST_HASHTAGS = 30;

function contentOf({
  caption,
  photoIds,
  source,
}: JobSnapshot): DataOf<typeof publisherEvents.targetPublished>['content'] {
  const hashtags = new Set(hashtagsOf(caption).map((hashtag) => hashtag.toLowerCase()));
  return {
    photoId: photoIds[0] ?? null,
    photos: photoIds.length,
    hashtags: [...hashtags].slice(0, MOST_HASHTAGS),
    source: PostSource.safeParse(source).data ?? null,
  };
}

function errorOf(job: JobSnapshot): { code: string; message: string } {
  return { code: job.errorCode ?? 'unknown', message: job.errorMessage ?? 'The post did not go out.' };
}
