/** One test of a run in Jest's JSON report. `pending`: skipped. */
export interface FaultTest {
  readonly fullName: string;
  readonly status: string;
  readonly duration?: number | null;
  readonly failureMessages?: readonly string[];
}

/** The part of jest's JSON report that is read here. */
export interface FaultReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly FaultTest[];
  }[];
}

/**
 * The lines to print about a run, and what is wrong with it: a test that did not pass, a file that did not load, and a requested fault (by
 * the name that its tests begin with) of which nothing ran. Without names every test must have run.
 */
export function outcomeOf(names: readonly string[], report: FaultReport): { lines: string[]; problems: string[] } {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  const broken = report.testResults.filter(({ assertionResults }) => assertionResults.length === 0);
  const isOf = (name: string, test: FaultTest): boolean => new RegExp(`\\b${name}\\b`).test(test.fullName);
  const lines = ran.flatMap(({ status, fullName, duration, failureMessages = [] }) => [
    `${status === 'passed' ? '✓' : '✕'} ${fullName} (${((duration ?? 0) / 1_000).toFixed(0)} s)`,
    ...failureMessages,
  ]);
  const leftOut = names.length === 0 ? tests.filter((test) => !ran.includes(test)) : [];
  return {
    lines: [...lines, ...broken.map(({ message }) => message)],
    problems: [
      ...ran.filter(({ status }) => status === 'failed').map(({ fullName }) => `${fullName}: failed`),
      ...broken.map(() => 'a file of tests did not load'),
      ...leftOut.map(({ fullName }) => `${fullName}: left out`),
      ...names.filter((name) => !ran.some((test) => isOf(name, test))).map((name) => `${name}: no test of it ran`),
      ...(ran.length === 0 ? ['nothing ran'] : []),
    ],
  };
}
