import type { Person } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import type { Ledger } from '../../harness/src/ledger.ts';

export interface DuePost {
  readonly id: string;
  /** Index of its owner. */
  readonly owner: number;
  readonly caption: string;
  readonly platforms: readonly string[];
  readonly scheduledFor: string;
}

export interface Verdict {
  readonly targets: number;
  /** In the ledger once and shown as published. */
  readonly published: number;
  /** Due, not in the ledger, and not failed with a reason. */
  readonly lost: number;
  /** More than one ledger row for one post on one platform. */
  readonly duplicates: number;
  /** The outcome could not be told and the person is asked. */
  readonly unknown: number;
  /** Failed with a reason. */
  readonly failed: number;
  /** Shown as published without a ledger row, or as failed with one. */
  readonly disagreements: number;
  /** Milliseconds between due time and ledger row. */
  readonly lagMs: { readonly p50: number; readonly p99: number; readonly max: number };
}

interface ShownPost {
  readonly id: string;
  readonly targets: readonly {
    readonly platform: string;
    readonly status: string;
    readonly error: { readonly message: string } | null;
  }[];
}

const ENDED = new Set(['published', 'failed', 'needs_attention']);
const SETTLE_MS = 240_000;

/** Waits until every target has ended, then compares what people see with what the platforms made public. */
export async function judge(
  people: readonly Person[],
  posts: readonly DuePost[],
  ledger: Ledger,
  say: (line: string) => void,
): Promise<Verdict> {
  const shown = await eventually('every target has ended', () => ended(people, posts, say), SETTLE_MS, 1_000);
  const rows = await ledger.publications();
  const made = Map.groupBy(rows, (row) => `${row.platform} ${row.text}`);
  const counts = { targets: 0, published: 0, lost: 0, duplicates: 0, unknown: 0, failed: 0, disagreements: 0 };
  const lags: number[] = [];
  for (const post of posts) {
    for (const platform of post.platforms) {
      const found = made.get(`${platform} ${post.caption}`) ?? [];
      const status = shown.get(`${platform} ${post.id}`);
      counts.targets += 1;
      counts.duplicates += Math.max(0, found.length - 1);
      counts.published += Number(found.length === 1 && status === 'published');
      counts.unknown += Number(status === 'needs_attention');
      counts.failed += Number(status === 'failed');
      counts.lost += Number(found.length === 0 && status !== 'failed' && status !== 'needs_attention');
      counts.disagreements += Number((status === 'published') !== found.length > 0 && status !== 'needs_attention');
      const [first] = found;
      if (first) {
        lags.push(Date.parse(first.at) - Date.parse(post.scheduledFor));
      }
    }
  }
  lags.sort((a, b) => a - b);
  const at = (share: number): number => lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0;
  return { ...counts, lagMs: { p50: at(0.5), p99: at(0.99), max: at(1) } };
}

let lastOpen = -1;

async function ended(
  people: readonly Person[],
  posts: readonly DuePost[],
  say: (line: string) => void,
): Promise<Map<string, string> | undefined> {
  const shown = new Map<string, string>();
  const reasons = new Set<string>();
  for (const person of people) {
    const answer = await person.request('GET', '/api/posts');
    if (answer.status !== 200) {
      return undefined; // a service is still on its way back
    }
    for (const post of answer.body as ShownPost[]) {
      for (const { platform, status, error } of post.targets) {
        shown.set(`${platform} ${post.id}`, status);
        if (error) {
          reasons.add(`${platform} ${status}: ${error.message}`);
        }
      }
    }
  }
  const open = posts.flatMap((post) =>
    post.platforms.filter((platform) => !ENDED.has(shown.get(`${platform} ${post.id}`) ?? '')),
  );
  if (open.length !== lastOpen) {
    lastOpen = open.length;
    say(`${open.length} targets have not ended`);
  }
  if (open.length > 0) {
    return undefined;
  }
  reasons.forEach(say);
  return shown;
}
