import { Injectable } from '@nestjs/common';
import { publisherEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { eventVersion } from './job.ts';
import type { JobSnapshot } from './job-snapshot.ts';

/** The events of a target, each in the transaction of the change it reports. */
@Injectable()
export class TargetEvents {
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
          },
        });
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
}

function head(businessId: string, job: JobSnapshot): { businessId: string; entityId: string; version: number } {
  return { businessId, entityId: job.targetId, version: eventVersion(job.round, job.version) };
}

function facts(job: JobSnapshot) {
  const { targetId, round, postId, platform, accountId, attempts } = job;
  return { targetId, round, postId, platform, accountId, attempts };
}

function errorOf(job: JobSnapshot): { code: string; message: string } {
  return { code: job.errorCode ?? 'unknown', message: job.errorMessage ?? 'The post did not go out.' };
}
