import { PullError, pullMedia } from '../../media/fetch-media.ts';
import { asMedia, measure } from '../../media/measure.ts';
import type { MeasuredMedia } from '../../media/measure.ts';
import type { Collection } from '../../store/state-store.ts';
import { longId } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';

const largestPhoto = 20 * 1024 * 1024;
const longestSide = 1920;
const shortestSide = 1080;
const formats = ['jpeg', 'webp'];
/** Concurrent downloads; the others wait. */
const mostDownloads = 16;

/** A post on its way: TikTok answers `init` at once and does the work afterwards. */
export interface TikTokJob {
  readonly publishId: string;
  readonly accountId: string;
  readonly title: string;
  readonly description: string;
  readonly privacy: string;
  readonly mode: 'DIRECT_POST' | 'MEDIA_UPLOAD';
  readonly urls: readonly string[];
  readonly createdAt: number;
  /** Never leaves PROCESSING_DOWNLOAD. */
  readonly stuck: boolean;
  /** A fault refuses the pictures after the download. */
  readonly rejected: boolean;
  readonly status: 'PROCESSING_DOWNLOAD' | 'SEND_TO_USER_INBOX' | 'PUBLISH_COMPLETE' | 'FAILED';
  readonly failReason: string | null;
  readonly downloadedBytes: number;
}

/** Called for each change of a job about which TikTok notifies the app. */
export type JobListener = (event: string, job: TikTokJob, more: Readonly<Record<string, unknown>>) => void;

/**
 * The jobs of the last day. What is unfinished when the sandbox stops continues at the next start; the ledger alone says
 * whether a job has published, so each publishes once.
 */
export class TikTokJobs {
  readonly #world: World;
  readonly #jobs: Collection<TikTokJob>;
  readonly #waiting: string[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #report: (error: unknown) => void;
  readonly #notify: JobListener;
  #running = 0;
  #closed = false;

  constructor(world: World, notify: JobListener, report: (error: unknown) => void) {
    this.#world = world;
    this.#jobs = world.aging<TikTokJob>('tiktok-jobs');
    this.#notify = notify;
    this.#report = report;
  }

  get(publishId: string): TikTokJob | undefined {
    return this.#jobs.get(publishId);
  }

  /** Jobs of an account that wait in the creator's inbox. */
  pendingShares(accountId: string): number {
    let pending = 0;
    for (const job of this.#jobs.values()) {
      if (job.accountId === accountId && job.mode === 'MEDIA_UPLOAD' && job.status !== 'FAILED') {
        pending += 1;
      }
    }
    return pending;
  }

  async start(job: TikTokJob): Promise<void> {
    await this.#jobs.set(job.publishId, job);
    if (!job.stuck) {
      this.#later(this.#world.settings.processingMs, () => this.#queue(job.publishId));
    }
  }

  /** Continues what an earlier process left unfinished. */
  resume(): void {
    for (const job of this.#jobs.values()) {
      if (job.status === 'PROCESSING_DOWNLOAD' && !job.stuck) {
        this.#queue(job.publishId);
      }
    }
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
  }

  #later(milliseconds: number, act: () => void): void {
    if (milliseconds <= 0) {
      act();
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    timer.unref();
    this.#timers.add(timer);
  }

  #queue(publishId: string): void {
    this.#waiting.push(publishId);
    this.#next();
  }

  #next(): void {
    while (!this.#closed && this.#running < mostDownloads) {
      const publishId = this.#waiting.shift();
      if (publishId === undefined) {
        return;
      }
      this.#running += 1;
      this.#work(publishId)
        .catch(this.#report)
        .finally(() => {
          this.#running -= 1;
          this.#next();
        });
    }
  }

  async #work(publishId: string): Promise<void> {
    const job = this.#jobs.get(publishId);
    if (job?.status !== 'PROCESSING_DOWNLOAD') {
      return;
    }
    if (this.#world.ledger.findByRef('tiktok', 'publish', publishId)) {
      await this.#set({ ...job, status: 'PUBLISH_COMPLETE' });
      return;
    }
    const media: MeasuredMedia[] = [];
    for (const url of job.urls) {
      const pulled = await this.#pull(url);
      if (typeof pulled === 'string') {
        return this.#fail(job, pulled);
      }
      media.push(pulled);
    }
    if (job.rejected) {
      return this.#fail(job, 'file_format_check_failed');
    }
    // A reset or the sandbox's end has dropped the job meanwhile.
    if (this.#closed || !this.#jobs.get(publishId)) {
      return;
    }
    const downloadedBytes = media.reduce((sum, one) => sum + one.bytes, 0);
    if (job.mode === 'MEDIA_UPLOAD') {
      await this.#set({ ...job, status: 'SEND_TO_USER_INBOX', downloadedBytes });
      this.#notify('post.publish.inbox_delivered', job, {});
      return;
    }
    await this.#publish(job, media);
    const done: TikTokJob = { ...job, status: 'PUBLISH_COMPLETE', downloadedBytes };
    await this.#set(done);
    this.#notify('post.publish.complete', done, {});
    this.#reportWhenPublic(done);
  }

  #reportWhenPublic(job: TikTokJob): void {
    if (job.privacy !== 'PUBLIC_TO_EVERYONE') {
      return;
    }
    this.#later(this.#world.settings.tiktokModerationMs, () => {
      const post = this.#world.ledger.findByRef('tiktok', 'publish', job.publishId);
      if (post) {
        this.#notify('post.publish.publicly_available', job, { post_id: post.remoteId });
      }
    });
  }

  async #publish(job: TikTokJob, media: readonly MeasuredMedia[]): Promise<void> {
    const account = this.#world.accounts.get('tiktok', job.accountId);
    if (!account) {
      throw new Error(`the account of job ${job.publishId} is gone`);
    }
    const remoteId = longId(Date.now());
    await this.#world.ledger.publish({
      platform: 'tiktok',
      accountId: account.id,
      accountName: account.name,
      remoteId,
      kind: media.length > 1 ? 'carousel' : 'photo',
      text: [job.title, job.description].filter((part) => part !== '').join('\n'),
      media,
      at: new Date().toISOString(),
      permalink: `${this.#world.origin}/tiktok/@${account.username}/photo/${remoteId}`,
      refs: { publish: job.publishId },
      ...(job.privacy === 'PUBLIC_TO_EVERYONE' ? {} : { privacy: job.privacy }),
    });
  }

  /** The measured picture, or TikTok's reason why the job fails. */
  async #pull(url: string): Promise<MeasuredMedia | string> {
    let bytes: Buffer;
    try {
      bytes = await pullMedia(url, largestPhoto, { redirects: 0, agent: 'TikTokSpider' });
    } catch (error) {
      if (!(error instanceof PullError)) {
        throw error;
      }
      return error.kind === 'too_large' ? 'picture_size_check_failed' : 'photo_pull_failed';
    }
    const measured = measure(bytes);
    if (measured.format === null || !formats.includes(measured.format)) {
      return 'file_format_check_failed';
    }
    const long = Math.max(measured.width, measured.height);
    const short = Math.min(measured.width, measured.height);
    if (long > longestSide || short > shortestSide) {
      return 'picture_size_check_failed';
    }
    await this.#world.media.keep(measured, bytes);
    return asMedia(measured);
  }

  async #fail(job: TikTokJob, failReason: string): Promise<void> {
    const failed: TikTokJob = { ...job, status: 'FAILED', failReason };
    await this.#set(failed);
    this.#notify('post.publish.failed', failed, { reason: failReason });
  }

  async #set(job: TikTokJob): Promise<void> {
    if (this.#jobs.get(job.publishId)) {
      await this.#jobs.set(job.publishId, job);
    }
  }
}
