import type { Publication } from '../../harness/src/ledger.ts';
import { quantiles } from '../../harness/src/quantiles.ts';
import type { Quantiles } from '../../harness/src/quantiles.ts';
import type { DuePost } from '../../harness/src/customers.ts';
import type { TargetRow } from '../../harness/src/facts.ts';

export interface Evidence {
  /** Posts that the product confirmed with 201. */
  readonly posts: readonly DuePost[];
  /** Ids of all posts in the database. */
  readonly postIds: readonly string[];
  readonly targets: readonly TargetRow[];
  readonly ledger: readonly Publication[];
  /** The account that a business has on a platform. */
  readonly accountOf: (business: number, platform: string) => string | undefined;
}

/** A target with which something is wrong, for the person who has to find out why. */
export interface Finding {
  readonly what: 'lost' | 'duplicate' | 'disagreement' | 'wrong account' | 'not ended' | 'no reason' | 'unasked';
  readonly platform: string;
  readonly caption: string;
  readonly targetId: string | null;
  readonly detail: string;
}

export interface Verdict {
  readonly posts: number;
  readonly targets: number;
  /** In the ledger exactly once and published in the database. */
  readonly published: number;
  /** Due, not in the ledger, and neither failed nor asking for a decision. */
  readonly lost: number;
  /** Ledger rows beyond the first of one post on one platform. */
  readonly duplicates: number;
  /** The outcome could not be verified and the person is asked. */
  readonly unknown: number;
  readonly unknownShare: number;
  /** Failed with a reason. */
  readonly failed: number;
  /** Database and ledger, or scheduling and publisher, say different things. */
  readonly disagreements: number;
  /** In the ledger under another business's account. */
  readonly wrongAccount: number;
  /** Ledger rows that nobody asked for: of no post of the run, or on a platform that its post does not name. */
  readonly unasked: number;
  /** Failed or undecided without a sentence for the person. */
  readonly withoutReason: number;
  /** Confirmed with 201 and not in the database. */
  readonly missingPosts: number;
  /** In the database and never confirmed: at most those whose last call got no answer. */
  readonly unknownPosts: number;
  /** Milliseconds between due time and ledger row. */
  readonly lagMs: Quantiles;
  readonly reasons: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

const marked = /Chaos \d+ post \d+ of \d+/;
/** Nobody cancels anything in a run, so a cancelled target has ended without a reason that a person would know. */
const ENDED = new Set(['published', 'failed', 'needs_attention']);

/** Compares what was asked for, what the database says and what became public. Pure: the same evidence, the same verdict. */
export function judge({ posts, postIds, targets, ledger, accountOf }: Evidence): Verdict {
  const made = Map.groupBy(ledger, (row) => `${row.platform} ${captionOf(row)}`);
  const rows = new Map(targets.map((row) => [`${row.platform} ${row.postId}`, row]));
  const existing = new Set(postIds);
  const findings: Finding[] = [];
  const reasons: Record<string, number> = {};
  const lags: number[] = [];
  let [all, published, unknown, failed, missingPosts] = [0, 0, 0, 0, 0];
  for (const post of posts) {
    missingPosts += Number(!existing.has(post.id));
    for (const platform of post.platforms) {
      all += 1;
      const found = made.get(`${platform} ${post.caption}`) ?? [];
      const row = rows.get(`${platform} ${post.id}`);
      const state = row?.state ?? 'missing';
      const note = (what: Finding['what'], detail: string): void =>
        void findings.push({ what, platform, caption: post.caption, targetId: row?.id ?? null, detail });
      published += Number(found.length === 1 && state === 'published');
      unknown += Number(state === 'needs_attention');
      failed += Number(state === 'failed');
      if (row && (state === 'failed' || state === 'needs_attention')) {
        const reason = `${platform}, ${state}: ${row.error ?? ''}`;
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        if ((row.error ?? '') === '') {
          note('no reason', state);
        }
      }
      if (!ENDED.has(state)) {
        note(found.length === 0 ? 'lost' : 'not ended', state);
      }
      for (const copy of found.slice(1)) {
        note('duplicate', `${copy.remoteId} at ${copy.at}, first ${found[0]?.at ?? ''}`);
      }
      disagreement(row, found, note);
      const expected = accountOf(post.business, platform);
      for (const copy of found) {
        if (expected === undefined || !isAccount(expected, copy.accountId)) {
          note('wrong account', copy.accountId);
        }
      }
      const [first] = found;
      if (first) {
        lags.push(Date.parse(first.at) - Date.parse(post.scheduledFor));
      }
    }
  }
  findings.push(...strays(posts, made));
  const count = (what: Finding['what']): number => findings.filter((one) => one.what === what).length;
  const confirmed = new Set(posts.map(({ id }) => id));
  return {
    posts: posts.length,
    targets: all,
    published,
    lost: count('lost'),
    duplicates: count('duplicate'),
    unknown,
    unknownShare: all === 0 ? 0 : unknown / all,
    failed,
    disagreements: count('disagreement') + count('not ended'),
    wrongAccount: count('wrong account'),
    unasked: count('unasked'),
    withoutReason: count('no reason'),
    missingPosts,
    unknownPosts: postIds.filter((id) => !confirmed.has(id)).length,
    lagMs: quantiles(lags),
    reasons,
    findings,
  };
}

/** A platform may dress the text up; the sentence that only this post has stays in it. */
function captionOf({ text }: Publication): string {
  return marked.exec(text)?.[0] ?? text;
}

/** What is wrong with the ledger rows of no confirmed target. */
function strays(posts: readonly DuePost[], made: ReadonlyMap<string, readonly Publication[]>): Finding[] {
  const asked = new Set(posts.flatMap((post) => post.platforms.map((platform) => `${platform} ${post.caption}`)));
  const captions = new Set(posts.map(({ caption }) => caption));
  return [...made].flatMap(([key, copies]) => {
    if (asked.has(key)) {
      return [];
    }
    return copies.flatMap((copy, index): Finding[] => {
      const caption = captionOf(copy);
      const finding = { platform: copy.platform, caption, targetId: null, detail: `${copy.remoteId} at ${copy.at}` };
      if (captions.has(caption) || !marked.test(caption)) {
        return [{ what: 'unasked', ...finding }];
      }
      // A post whose confirmation was lost for good may be published anyway, once.
      return index === 0 ? [] : [{ what: 'duplicate', ...finding }];
    });
  });
}

/** LinkedIn's ids are URNs to the product, and plain in the ledger. */
function isAccount(expected: string, found: string): boolean {
  return expected === found || expected.endsWith(`:${found}`);
}

function disagreement(
  row: TargetRow | undefined,
  found: readonly Publication[],
  note: (what: 'disagreement', detail: string) => void,
): void {
  if (row === undefined) {
    return;
  }
  if (row.state === 'published' && found.length === 0) {
    note('disagreement', 'published, and not in the ledger');
  }
  if (row.state === 'failed' && found.length > 0) {
    note('disagreement', `failed, and in the ledger: ${row.error ?? ''}`);
  }
  // A name of our own is stored where a platform never returned its id.
  if (row.state === 'published' && found.length > 0 && !found.some((one) => one.remoteId === row.remoteId)) {
    note('disagreement', `published as ${row.remoteId ?? '?'}, in the ledger as ${found[0]?.remoteId ?? '?'}`);
  }
  // What failed before it was handed over is unknown to the publisher.
  const isTheSame = row.jobState === null ? row.state === 'failed' : row.state === row.jobState;
  if (ENDED.has(row.state) && !isTheSame) {
    note('disagreement', `${row.state} in scheduling, ${row.jobState ?? 'unknown'} in the publisher`);
  }
}
