import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chart } from './rendered.ts';
import { pathsOfSchema, valueEntries, valuesTable } from './values-table.ts';

const readme = join(chart, '../README.md');
const marked = /(<!-- values -->\n)[^]*(<!-- end of values -->)/;

describe('the values of the chart', () => {
  it('are each in the schema, and the schema allows no others', () => {
    expect(
      valueEntries()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(pathsOfSchema().toSorted());
  });

  it('each have a description', () => {
    expect(valueEntries().filter(({ about }) => !/^\S.+\.$/.test(about))).toEqual([]);
  });

  it('are described in the README', () => {
    const text = readFileSync(readme, 'utf8');
    const current = text.replace(marked, (_all, begin: string, end: string) => `${begin}${valuesTable()}\n${end}`);
    if (process.env['UPDATE_CHART'] === 'on') {
      writeFileSync(readme, current);
    }
    expect(readFileSync(readme, 'utf8')).toContain(`\n${valuesTable()}\n`);
  });
});
