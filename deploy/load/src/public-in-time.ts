import type { Publication } from '../../harness/src/ledger.ts';

/** What became of a run's posts, by what the platforms show. */
export interface Publicity {
  readonly wanted: number;
  readonly published: number;
  /** Texts that one platform shows more than once. */
  readonly doubled: number;
  /** Share of the wanted ones that were public within 60 s of their due time. */
  readonly shareInTime: number;
  /** Milliseconds from the due time until it was public, of each. */
  readonly lags: readonly number[];
}

/** How late a post may be: the promise. */
export const PROMISED_MS = 60_000;
/** Of a thousand posts one may be later. */
export const PROMISED_SHARE = 0.999;

/** Judges the posts whose text names the run and its due time (deploy/load/k6/lib/actions.js). */
export function publicityOf(publications: readonly Publication[], run: string, wanted: number): Publicity {
  const ours = publications.flatMap(({ platform, text, at }) => {
    const due = new RegExp(`run ${run} due (\\d+)`).exec(text)?.[1];
    return due === undefined ? [] : [{ key: `${platform} ${text}`, lag: Date.parse(at) - Number(due) }];
  });
  const first = new Map(ours.map(({ key, lag }) => [key, lag]));
  const lags = [...first.values()];
  return {
    wanted,
    published: first.size,
    doubled: ours.length - first.size,
    shareInTime: wanted === 0 ? 1 : lags.filter((lag) => lag <= PROMISED_MS).length / wanted,
    lags,
  };
}

/** Whether the promise was kept: all of them public, none twice, 99.9 % in time. */
export const isKept = ({ wanted, published, doubled, shareInTime }: Publicity): boolean =>
  published === wanted && doubled === 0 && shareInTime >= PROMISED_SHARE;
