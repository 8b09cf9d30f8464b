import { describe, expect, it } from '@jest/globals';
import { readRules, shortened } from './alert-rules.ts';

const rule = (expr: string, time?: string) => ({
  groups: [{ name: 'g', rules: [{ alert: 'A', expr, ...(time === undefined ? {} : { for: time }) }] }],
});

describe('rules for a drill', () => {
  it('have shorter windows and the same limits', () => {
    expect(shortened(rule('rate(a{le="60"}[30m]) > 600 and (b unless b offset 1h)', '10m'), 60)).toEqual(
      rule('rate(a{le="60"}[30s]) > 600 and (b unless b offset 60s)', '10s'),
    );
    expect(shortened(rule('rate(a[3d])'), 60)).toEqual(rule('rate(a[4320s])'));
  });

  it('are refused when a window would vanish', () => {
    expect(() => shortened(rule('rate(a[30s])'), 60)).toThrow('30s is less than a second when it is divided by 60');
  });

  it('leave no window of the real ones as it was', () => {
    const { groups } = shortened(readRules(), 60);
    const texts = groups.flatMap(({ rules }) => rules.flatMap((one) => [one.expr, one.for ?? '']));
    expect(texts.filter((text) => /\[\d+[mhd]|offset \d+[mhd]|^\d+[mhd]$/.test(text))).toEqual([]);
    expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(25);
  });
});
