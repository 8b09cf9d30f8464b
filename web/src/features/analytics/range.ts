import { isDay, monthOf, shiftDay, shiftMonth, type Day } from '#lib/month-grid.ts';
import { analyticsTexts } from './texts.ts';

/** Calendar days of the business's zone, both inclusive. */
export type Range = { from: Day; to: Day };
export type RangeChoice = Range & {
  /** As the address has it: how many days up to today, or a month; 'custom' for two days of one's own. */
  choice: (typeof rangeChoices)[number];
};

const USUAL = '30';
/** As the server has it. */
const LONGEST_DAYS = 366;
const DAY_MS = 86_400_000;

export const rangeChoices = ['7', USUAL, 'this-month', 'last-month', '90', '365', 'custom'] as const;

/** What the address says; anything that makes no sense is the usual 30 days. */
export function rangeOf(get: (name: string) => string | null, today: Day): RangeChoice {
  const [from, to, days] = [get('from') ?? '', get('to') ?? '', get('days')];
  if (rangeProblem({ from, to }) === null) {
    return { choice: 'custom', from, to };
  }
  const choice = rangeChoices.filter((one) => one !== 'custom').find((one) => one === days) ?? USUAL;
  return { choice, ...daysOf(choice, today) };
}

function daysOf(choice: Exclude<RangeChoice['choice'], 'custom'>, today: Day): Range {
  const firstOfMonth = `${monthOf(today)}-01`;
  switch (choice) {
    case 'this-month':
      return { from: firstOfMonth, to: today };
    case 'last-month':
      return { from: `${shiftMonth(monthOf(today), -1)}-01`, to: shiftDay(firstOfMonth, -1) };
    default:
      return { from: shiftDay(today, 1 - Number(choice)), to: today };
  }
}

/** What keeps two days from being a range; null: nothing. */
export function rangeProblem({ from, to }: Range): string | null {
  if (!isDay(from) || !isDay(to)) {
    return analyticsTexts.range.missing;
  }
  if (from > to) {
    return analyticsTexts.range.wrongOrder;
  }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days > LONGEST_DAYS ? analyticsTexts.range.tooLong(LONGEST_DAYS) : null;
}
