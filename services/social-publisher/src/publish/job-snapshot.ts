import type { Platform } from '@postloom/contracts';
import type { JobState } from './protocol.ts';

/** What the events of a job report about it. */
export interface JobSnapshot {
  readonly id: string;
  readonly targetId: string;
  readonly round: number;
  readonly postId: string;
  readonly platform: Platform;
  readonly accountId: string;
  readonly attempts: number;
  readonly version: number;
  readonly state: JobState;
  readonly remoteId: string | null;
  readonly permalink: string | null;
  readonly publishedAt: Date | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly caption: string;
  readonly photoIds: readonly string[];
  /** How the post was made; null: scheduling was of an earlier version. */
  readonly source: string | null;
}

export interface JobSnapshotRow {
  id: string;
  target_id: string;
  round: number;
  post_id: string;
  platform: Platform;
  account_id: string;
  attempts: number;
  version: number;
  state: JobState;
  remote_id: string | null;
  permalink: string | null;
  published_at: Date | null;
  error_code: string | null;
  error_message: string | null;
  caption: string;
  photo_ids: string[];
  source: string | null;
}

/** The columns of a `JobSnapshotRow`. */
export const snapshotColumns = `id, target_id, round, post_id, platform, account_id, attempts, version, state, remote_id, permalink, published_at,
  error_code, error_message, caption, photo_ids, source`;

export function toSnapshot(row: JobSnapshotRow): JobSnapshot {
  return {
    id: row.id,
    targetId: row.target_id,
    round: row.round,
    postId: row.post_id,
    platform: row.platform,
    accountId: row.account_id,
    attempts: row.attempts,
    version: row.version,
    state: row.state,
    remoteId: row.remote_id,
    permalink: row.permalink,
    publishedAt: row.published_at,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    caption: row.caption,
    photoIds: row.photo_ids,
    source: row.source,
  };
}
