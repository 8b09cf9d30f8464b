import { checkNames } from './checks.ts';
import type { CheckName } from './checks.ts';
import { languages } from './language.ts';
import type { Language } from './language.ts';

export interface Outcome {
  readonly language: Language;
  /** `failed`: the provider gave no caption. */
  readonly problems: readonly (CheckName | 'failed')[];
}

/** What two runs must have in common to be compared: with other pictures or another model other numbers are no surprise. */
export interface Setup {
  readonly provider: string;
  readonly model: string;
  /** The sandbox, or the provider's address. */
  readonly at: string;
  readonly pictures: number;
  readonly languages: readonly string[];
}

/** The last tally of each setup, by its name. */
export type Runs = Readonly<Record<string, Tally>>;

/** Captions, good ones and those with each problem, by language. */
export type Tally = Readonly<Record<string, Readonly<Record<string, number>>>>;

const columns = ['captions', 'good', 'failed', ...checkNames] as const;

export function tallyOf(outcomes: readonly Outcome[]): Tally {
  const rows = [...languages, 'all'] as const;
  return Object.fromEntries(
    rows.map((row) => {
      const own = outcomes.filter(({ language }) => row === 'all' || language === row);
      const counted = (column: (typeof columns)[number]): number => {
        switch (column) {
          case 'captions':
            return own.length;
          case 'good':
            return own.filter(({ problems }) => problems.length === 0).length;
          default:
            return own.filter(({ problems }) => problems.includes(column)).length;
        }
      };
      return [row, Object.fromEntries(columns.map((column) => [column, counted(column)]))];
    }),
  );
}

/** The tally as text, zeros as dots. */
export function tableOf(tally: Tally): string {
  const cell = (text: string, width: number): string => text.padStart(width);
  const width = Math.max(...columns.map((column) => column.length)) + 1;
  const head = ''.padEnd(10) + columns.map((column) => cell(column, width)).join('');
  const rows = Object.entries(tally).map(
    ([row, counts]) => row.padEnd(10) + columns.map((column) => cell(String(counts[column] || '·'), width)).join(''),
  );
  return [head, ...rows].join('\n');
}

export function nameOf({ provider, model, at, pictures, languages }: Setup): string {
  return `${provider} ${model} at ${at}, ${pictures} pictures, ${languages.toSorted().join(' ')}`;
}

/** What is different from the last run of the same setup, and the runs with this one among them. */
export function compared(runs: Runs, setup: Setup, now: Tally): { readonly lines: readonly string[]; runs: Runs } {
  const name = nameOf(setup);
  const before = runs[name];
  const lines = before === undefined ? [`There is no earlier run to compare with: ${name}.`] : differences(before, now);
  return {
    lines: lines.length === 0 ? ['The same as in the last run.'] : lines,
    runs: { ...runs, [name]: now },
  };
}

/** What is different from an earlier run, one line each; a tally of before that has other rows or columns is compared where both have one. */
function differences(before: Tally, now: Tally): string[] {
  return Object.entries(now).flatMap(([row, counts]) =>
    columns.flatMap((column) => {
      const [was, is] = [before[row]?.[column], counts[column]];
      return was === undefined || is === undefined || was === is ? [] : [`${row}, ${column}: ${was} before, ${is} now`];
    }),
  );
}
