import { inParallel } from '../../harness/src/in-parallel.ts';
import type { Business, DuePost } from '../../harness/src/customers.ts';
import type { TargetRow } from '../../harness/src/facts.ts';

export interface Shown {
  /** Targets that were read through the API. */
  readonly checked: number;
  /** Those whose state or reason people see differently from the database. */
  readonly wrong: number;
}

interface ShownTarget {
  readonly platform: string;
  readonly status: string;
  readonly error: { readonly message: string } | null;
}

const SAMPLE = 100;

/** Compares what people see with the database: every target that failed or is undecided, and a sample of the others. */
export async function checkShown(
  businesses: readonly Business[],
  posts: readonly DuePost[],
  targets: readonly TargetRow[],
): Promise<Shown> {
  const rows = Map.groupBy(targets, ({ postId }) => postId);
  const isOdd = (post: DuePost): boolean => rows.get(post.id)?.some(({ state }) => state !== 'published') ?? true;
  const every = Math.max(1, Math.floor(posts.length / SAMPLE));
  const chosen = posts.filter((post, index) => isOdd(post) || index % every === 0);
  let [checked, wrong] = [0, 0];
  await inParallel(chosen, 8, async (post) => {
    const answer = await businesses[post.business]?.person.request('GET', `/api/posts/${post.id}`);
    const seen = answer?.status === 200 ? (answer.body as { targets: readonly ShownTarget[] }).targets : [];
    for (const row of rows.get(post.id) ?? []) {
      const target = seen.find(({ platform }) => platform === row.platform);
      checked += 1;
      wrong += Number(target?.status !== row.state || (target.error?.message ?? null) !== row.error);
    }
  });
  return { checked, wrong };
}
