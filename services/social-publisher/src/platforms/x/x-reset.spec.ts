import { describe, expect, it } from '@jest/globals';
import { xBudget } from './x-errors.ts';

const answeredAt = new Date('2026-11-20T10:00:00Z');
const headers = {
  date: answeredAt.toUTCString(),
  'x-rate-limit-remaining': '0',
  'x-rate-limit-reset': String(answeredAt.getTime() / 1_000 + 600),
};

describe('how long X asks us to wait', () => {
  it.each([-300, 0, 300])('goes by its own clock, with ours %i seconds ahead', (ahead) => {
    expect(xBudget(headers, answeredAt.getTime() + ahead * 1_000)).toEqual({ scope: 'account', seconds: 600 });
  });

  it('goes by ours where the answer has no time', () => {
    const { date, ...rest } = headers;
    expect(xBudget(rest, Date.parse(date) + 60_000)).toEqual({ scope: 'account', seconds: 540 });
  });
});
