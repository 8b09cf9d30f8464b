import { quantiles } from './judge.ts';
import type { Outcome, Scenario } from './scenario.ts';

/** What a run with the whole protocol must not show; nothing: it passed. */
export function problemsOf({ verdict, shown, refused, strikes }: Outcome, scenario: Scenario): string[] {
  const zero = {
    lost: verdict.lost,
    doubled: verdict.duplicates,
    'otherwise in the database than in the ledger': verdict.disagreements,
    'on a wrong account': verdict.wrongAccount,
    'failed or undecided without a reason': verdict.withoutReason,
    'confirmed and gone': verdict.missingPosts,
    'there without having been asked for': Math.max(0, verdict.unknownPosts - refused),
    'shown otherwise than they are': shown.wrong,
  };
  const problems = Object.entries(zero).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
  if (verdict.unknownShare > scenario.unknownLimit)
    problems.push(`${(verdict.unknownShare * 100).toFixed(2)} % unknown`);
  if (verdict.published < verdict.targets * 0.9)
    problems.push(`only ${verdict.published} of ${verdict.targets} went out`);
  if (scenario.strikes.length > 0 && strikes.length === 0) problems.push('nothing was struck');
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
  if (strikes.length > 0) {
    const kinds = Object.entries(Object.groupBy(strikes, ({ kind, victim }) => `${kind} ${victim}`));
    lines.push(`  ${strikes.length} strikes: ${kinds.map(([kind, all]) => `${kind} ${all?.length ?? 0}`).join(', ')}`);
    const takeovers = strikes.flatMap(({ takeoverMs }) => (takeoverMs === null ? [] : [takeoverMs]));
    const restarts = strikes.flatMap(({ readyAgainMs }) => (readyAgainMs === null ? [] : [readyAgainMs]));
    for (const [what, numbers] of [
      ['takeover of a struck publisher’s lanes', takeovers],
      ['ready again after a kill', restarts],
    ] as const) {
      const { p50, p99, max } = quantiles(numbers);
      if (numbers.length > 0)
        lines.push(`  ${what}: p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms (${numbers.length})`);
    }
  }
  for (const [reason, count] of Object.entries(verdict.reasons)) lines.push(`  ${count} x ${reason}`);
  return lines;
}
