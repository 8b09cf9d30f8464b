import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../../local/src/paths.ts';

export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: { readonly severity: string };
  readonly annotations?: { readonly summary: string; readonly description: string; readonly runbook: string };
}

export interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** The rules that the chart and the compose project load. */
export const ruleFile = join(repositoryRoot, 'helm/postloom/files/alerts.yaml');
export const readRules = (): RuleFile => parse(readFileSync(ruleFile, 'utf8')) as RuleFile;

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** `5m` as the same share of its time: `5s` for 60. @throws Error when nothing of a second would be left */
const shorter = (duration: string, factor: number): string => {
  const seconds = (Number(duration.slice(0, -1)) * SECONDS[duration.at(-1) as keyof typeof SECONDS]) / factor;
  if (!(seconds >= 1)) {
    throw new Error(`${duration} is less than a second when it is divided by ${factor}`);
  }
  return `${Math.round(seconds)}s`;
};

/**
 * The same rules with every window, and every time for which a condition must hold, divided by the factor: a drill cannot wait for three
 * days. Limits stay, of seconds as well: they are what a person is called for.
 */
export const shortened = ({ groups }: RuleFile, factor: number): RuleFile => ({
  groups: groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({
      ...rule,
      expr: rule.expr.replace(
        /(\[|offset )(\d+[smhd])/g,
        (_whole, before: string, duration: string) => before + shorter(duration, factor),
      ),
      ...(rule.for === undefined ? {} : { for: shorter(rule.for, factor) }),
    })),
  })),
});
