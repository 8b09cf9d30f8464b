import { describe, expect, it } from '@jest/globals';
import { readRules } from '../../../observability/src/alert-rules.ts';
import { definedMetrics, unknownMetrics } from '../../../observability/src/metric-names.ts';
import { queries } from './queries.ts';

describe('the queries of the page', () => {
  it('ask only for series that there are', async () => {
    const recorded = readRules().groups.flatMap(({ rules }) => rules.flatMap(({ record }) => record ?? []));
    const known = new Set([...(await definedMetrics()), ...recorded]);
    const unknown = Object.entries(queries).filter(([, query]) => unknownMetrics(query, known).length > 0);
    expect(unknown).toEqual([]);
  });
});
