import { quantiles } from '../../harness/src/quantiles.ts';
import type { Outcome, Scenario } from './scenario.ts';

/** What a run is measured against. */
export type Aim = Pick<Scenario, 'posts' | 'unknownLimit'> & {
  readonly strikes: readonly unknown[];
  readonly weather: { readonly kind: string };
};

/**
 * What a run with the whole protocol must not show; nothing: it passed. A run in which too little happened to say so has not:
 * most of the posts must be there and out, most of the strikes must have hit a process, and the platforms must have failed.
 */
export function problemsOf({ verdict, shown, refused, strikes, faultsSet }: Outcome, aim: Aim): string[] {
  const zero = {
    lost: verdict.lost,
    doubled: verdict.duplicates,
    'otherwise in the database than in the ledger': verdict.disagreements,
    'on a wrong account': verdict.wrongAccount,
    'public and not asked for': verdict.unasked,
    'failed or undecided without a reason': verdict.withoutReason,
    'confirmed and gone': verdict.missingPosts,
    'there without having been asked for': Math.max(0, verdict.unknownPosts - refused),
    'shown otherwise than they are': shown.wrong,
  };
  const problems = Object.entries(zero).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
  if (verdict.unknownShare > aim.unknownLimit) {
    problems.push(`${(verdict.unknownShare * 100).toFixed(2)} % unknown`);
  }
  if (verdict.posts === 0 || verdict.posts < aim.posts * 0.9) {
    problems.push(`only ${verdict.posts} of ${aim.posts} posts were made`);
  }
  if (verdict.targets === 0 || verdict.published < verdict.targets * 0.9) {
    problems.push(`only ${verdict.published} of ${verdict.targets} went out`);
  }
  if (shown.checked === 0) {
    problems.push('nothing was looked at through the API');
  }
  if (strikes.length < aim.strikes.length / 2) {
    problems.push(`only ${strikes.length} of ${aim.strikes.length} strikes hit a process`);
  }
  if (aim.weather.kind !== 'fair' && faultsSet === 0) {
    problems.push('the platforms never failed');
  }
  return problems;
}

/** The figures of a run, in lines for a person. */
export function linesOf(name: string, outcome: Outcome): string[] {
  const { verdict, shown, strikes } = outcome;
  const lines = [
    `${name}: ${verdict.posts} posts, ${verdict.targets} targets on ${outcome.platforms.join(', ')}`,
    `  published ${verdict.published}, lost ${verdict.lost}, duplicates ${verdict.duplicates}, unknown ${verdict.unknown} ` +
      `(${(verdict.unknownShare * 100).toFixed(2)} %), failed with a reason ${verdict.failed}, disagreements ${verdict.disagreements}, ` +
      `wrong account ${verdict.wrongAccount}, confirmed posts missing ${verdict.missingPosts}`,
    `  due to public: p50 ${verdict.lagMs.p50} ms, p99 ${verdict.lagMs.p99} ms, longest ${verdict.lagMs.max} ms`,
    `  made ${outcome.madePerSecond.toFixed(0)} posts/s; ${outcome.repeats} calls repeated with their key, ${outcome.refused} never confirmed`,
    `  shown in the API as in the database: ${shown.checked - shown.wrong} of ${shown.checked} looked at`,
    `  quiet ${outcome.quietAfterSeconds.toFixed(0)} s after the last post was due`,
  ];
  lines.push(`  ${outcome.faultsSet} times a platform was made to fail`);
  if (strikes.length > 0) {
    const kinds = Object.entries(Object.groupBy(strikes, ({ kind, victim }) => `${kind} ${victim}`));
    lines.push(`  ${strikes.length} strikes: ${kinds.map(([kind, all]) => `${kind} ${all?.length ?? 0}`).join(', ')}`);
    const takeovers = strikes.flatMap(({ takeoverMs }) => (takeoverMs === null ? [] : [takeoverMs]));
    const restarts = strikes.flatMap(({ readyAgainMs }) => (readyAgainMs === null ? [] : [readyAgainMs]));
    const late = strikes.filter(({ kind, readyAgainMs }) => kind !== 'freeze' && readyAgainMs === null).length;
    const abandoned = strikes.filter(({ lanes, takeoverMs }) => (lanes ?? 0) > 0 && takeoverMs === null).length;
    if (late > 0) {
      lines.push(`  ${late} times a process was not ready again within the limit`);
    }
    if (abandoned > 0) {
      lines.push(`  ${abandoned} times a lane was not touched again within the limit`);
    }
    for (const [what, numbers] of [
      ['the lanes of a struck publisher touched again', takeovers],
      ['ready again after a kill', restarts],
    ] as const) {
      const { p50, p99, max } = quantiles(numbers);
      if (numbers.length > 0) {
        lines.push(`  ${what}: p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms (${numbers.length})`);
      }
    }
  }
  for (const [reason, count] of Object.entries(verdict.reasons)) {
    lines.push(`  ${count} x ${reason}`);
  }
  return lines;
}
