import { randomBytes } from 'node:crypto';
import type { EventEnvelope, Platform, SocialAccount } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { startPublisherProcess } from './publisher-process.ts';
import type { PublisherProcess } from './publisher-process.ts';
import { PublisherWorld } from './publisher-world.ts';
import type { Person } from './publisher-world.ts';
import type { Publication } from './sandbox-process.ts';

export const allPlatforms: readonly Platform[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];

/** `FAULT_SCALE=full`: the numbers of the fault matrix (`npm run faults`); otherwise a short form. */
export const isFull = process.env['FAULT_SCALE'] === 'full';
export const scaled = (short: number, full: number): number => (isFull ? full : short);

export interface StageLane {
  readonly person: Person;
  readonly account: SocialAccount;
  readonly photoIds: readonly string[];
}

export interface StagePost extends StageLane {
  readonly targetId: string;
  readonly postId: string;
  readonly caption: string;
  readonly event: EventEnvelope;
}

/** The platforms' ledger and the database about some posts. */
export interface FaultVerdict {
  readonly posts: number;
  /** Due, not public and not shown as failed or unclear. */
  readonly lost: number;
  /** Public more than once. */
  readonly duplicates: number;
  /** Shown as in doubt. */
  readonly unknown: number;
  readonly failed: number;
  /** Shown as published under another id than the platform's, or shown as not published although it is. */
  readonly wrong: number;
}

/** Accounts on platforms, posts that are due, and publishers as processes that can be killed; the ledger judges. */
export class FaultStage {
  readonly world = new PublisherWorld();
  readonly lanes: StageLane[] = [];
  private readonly running: PublisherProcess[] = [];

  async start(options: {
    platforms: readonly Platform[];
    lanesEach: number;
    env?: Record<string, string>;
  }): Promise<void> {
    // The platforms' own refusals of duplicates and their quotas are off: they would hide ours.
    await this.world.start({
      service: false,
      sandbox: { SANDBOX_QUOTAS: 'off', SANDBOX_DUPLICATES: 'allow' },
      ...(options.env === undefined ? {} : { env: options.env }),
    });
    await this.world.drive();
    const first = await this.publisher();
    for (let n = 0; n < options.lanesEach; n += 1) {
      for (const platform of options.platforms) {
        this.lanes.push(await this.lane(platform));
      }
    }
    await this.atRest();
    await this.end(first);
  }

  /** A publisher that ends before this leaves lanes to be claimed, and the next one would die at a claim without work. */
  async atRest(): Promise<void> {
    await eventually('the lanes are at rest', async () => {
      const awake = await this.world.count(
        `SELECT count(*) AS n FROM publisher.lanes WHERE greatest(ready_at, lease_until) < now() + interval '1 minute'`,
      );
      if (awake > 0) {
        throw new Error(`${awake} are not`);
      }
    });
  }

  async lane(platform: Platform): Promise<StageLane> {
    const person = this.world.person();
    let name: string | undefined;
    if (platform === 'linkedin') {
      // A page: a member's feed cannot be read, there verification relies on LinkedIn's refusal of duplicates, and that is off here.
      name = `Page ${randomBytes(4).toString('hex')}`;
      await this.world.sandbox.addAccount({ platform, name, kind: 'business' });
    }
    const account = await this.world.connect(person, platform, name);
    return { person, account, photoIds: [(await this.world.media.add(person.businessId)).id] };
  }

  async stop(): Promise<void> {
    await this.endAll();
    await this.world.stop();
  }

  /** A publisher of its own process. Its settings are the world's and `env`. */
  async publisher(env: Record<string, string> = {}): Promise<PublisherProcess> {
    const started = await startPublisherProcess(this.world, env);
    this.running.push(started);
    return started;
  }

  async end(one: PublisherProcess): Promise<void> {
    await one.stop();
    const at = this.running.indexOf(one);
    if (at >= 0) {
      this.running.splice(at, 1);
    }
  }

  async endAll(): Promise<void> {
    for (const one of this.running.splice(0)) {
      await one.stop();
    }
  }

  async clearFaults(): Promise<void> {
    for (const platform of allPlatforms) {
      await this.world.sandbox.fault(platform, { mode: 'none' });
    }
  }

  /** One post per lane, or `each` of them, emitted as due now. */
  async due(lanes: readonly StageLane[] = this.lanes, each = 1): Promise<StagePost[]> {
    const posts: StagePost[] = [];
    for (let n = 0; n < each; n += 1) {
      posts.push(
        ...(await Promise.all(
          lanes.map(async (lane) => ({
            ...lane,
            ...(await this.world.due(lane.person, lane.account, {
              photoIds: [...lane.photoIds],
              caption: `Fresh bread ${randomBytes(8).toString('hex')}`,
            })),
          })),
        )),
      );
    }
    return posts;
  }

  /** Emits posts while an operator's stop blocks them, so that all of them start at the same moment when it ends. */
  async dueTogether(lanes: readonly StageLane[] = this.lanes, each = 1): Promise<StagePost[]> {
    await this.stopAll(true);
    const posts = await this.due(lanes, each);
    await this.queued(posts);
    await this.stopAll(false);
    return posts;
  }

  async stopAll(isStopped: boolean): Promise<void> {
    await this.world.admin.query(
      `INSERT INTO publisher.switches (subject, is_stopped) VALUES ('all', $1) ON CONFLICT (subject) DO UPDATE SET is_stopped = $1`,
      [isStopped],
    );
  }

  async queued(posts: readonly StagePost[], timeoutMs = 45_000): Promise<void> {
    await eventually(
      'all are queued',
      async () => {
        const n = await this.world.count(
          'SELECT count(*) AS n FROM publisher.publish_jobs WHERE target_id = ANY ($1)',
          [posts.map((post) => post.targetId)],
        );
        if (n < posts.length) {
          throw new Error(`${n} of ${posts.length}`);
        }
      },
      { timeoutMs },
    );
  }

  /** Waits until every post has an end that people see. */
  async ended(posts: readonly StagePost[], timeoutMs = 70_000): Promise<void> {
    await eventually(
      'all posts have an end',
      async () => {
        const open = await this.world.admin.query<{ platform: string; state: string; error: string | null }>(
          `SELECT j.platform, j.state, j.error_message AS error FROM unnest($1::uuid[]) AS t (id)
          LEFT JOIN LATERAL (SELECT * FROM publisher.publish_jobs p WHERE p.target_id = t.id ORDER BY p.round DESC LIMIT 1) j ON true
          WHERE j.state IS NULL OR j.state NOT IN ('published', 'failed', 'needs_attention')`,
          [posts.map((post) => post.targetId)],
        );
        if (open.rows.length > 0) {
          throw new Error(`${open.rows.length} are open: ${JSON.stringify(open.rows.slice(0, 5))}`);
        }
      },
      { timeoutMs },
    );
  }

  async judge(posts: readonly StagePost[]): Promise<FaultVerdict> {
    const rows = await this.world.admin.query<{
      target_id: string;
      state: string;
      remote_id: string | null;
      why: string;
    }>(
      `SELECT DISTINCT ON (target_id) target_id, state, remote_id, platform || ': ' || error_message AS why FROM publisher.publish_jobs WHERE target_id = ANY ($1)
      ORDER BY target_id, round DESC`,
      [posts.map((post) => post.targetId)],
    );
    const jobs = new Map(rows.rows.map((row) => [row.target_id, row]));
    const ledger = new Map<string, Publication[]>();
    for (const one of await this.world.sandbox.publications()) {
      // Every caption is unique, so a copy on somebody else's account counts as well.
      ledger.set(one.text, [...(ledger.get(one.text) ?? []), one]);
    }
    const count = { posts: posts.length, lost: 0, duplicates: 0, unknown: 0, failed: 0, wrong: 0 };
    for (const post of posts) {
      const copies = ledger.get(post.caption) ?? [];
      const job = jobs.get(post.targetId);
      if (copies.length > 1) {
        count.duplicates += 1;
      }
      if (job?.state === 'needs_attention') {
        count.unknown += 1;
      } else if (job?.state === 'failed') {
        count.failed += 1;
        process.stdout.write(`  ${job.why}\n`);
      } else if (copies.length === 0) {
        count.lost += 1;
      }
      if (job?.state === 'failed' && copies.length > 0) {
        count.wrong += 1;
      }
      if (job?.state === 'published' && !copies.some((copy) => isSame(copy, job.remote_id))) {
        count.wrong += 1;
      }
    }
    return count;
  }
}

function isSame(copy: Publication, remoteId: string | null): boolean {
  const refs = Object.values((copy as { refs?: Readonly<Record<string, string>> }).refs ?? {});
  return copy.remoteId === remoteId || (remoteId !== null && refs.includes(remoteId));
}

/** Prints a figure of the fault matrix. */
export function figure(fault: string, values: Readonly<Record<string, unknown>>): void {
  const said = Object.entries(values).map(([name, value]) => `${name} ${String(value)}`);
  process.stdout.write(`${fault}  ${said.join(', ')}\n`);
}

/** The value below which `share` of the numbers are. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
