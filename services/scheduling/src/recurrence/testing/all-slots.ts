/**
 * Every zone by every name, 2024 to 2040, the five frequencies, many times of day: the slots of the schedules against the oracle.
 * `npm run slots`; ends with 1 when a single one differs.
 */
import { slotsBetween } from '../slots.ts';
import { dueTimes, plannedDays, walkedDays } from './oracle.ts';
import type { Plan } from './oracle.ts';
import { criticalTimes, zonesOfTheWorld } from './zone-files.ts';

const LAST_YEAR = 2040;
const everyDay = [
  '00:00',
  '00:30',
  '01:30',
  '02:00',
  '02:30',
  '03:00',
  '06:15',
  '09:00',
  '12:00',
  '18:45',
  '23:30',
  '23:59',
];
const plans: Plan[] = [
  { frequency: 'daily', anchor: '2024-01-01', weekdays: null },
  { frequency: 'every2days', anchor: '2024-01-01', weekdays: null },
  { frequency: 'every3days', anchor: '2024-01-02', weekdays: null },
  { frequency: 'weekly', anchor: '2024-01-07', weekdays: null },
  { frequency: 'weekly', anchor: '2024-01-01', weekdays: [1, 4, 6] },
  ...['2024-01-15', '2024-01-29', '2024-01-30', '2024-01-31'].map((anchor): Plan => ({
    frequency: 'monthly',
    anchor,
    weekdays: null,
  })),
];

const days = walkedDays(LAST_YEAR);
const planned = plans.map((plan) => ({ plan, indexes: plannedDays(days, plan) }));
const [from, to] = [new Date('2023-12-01T00:00:00Z'), new Date('2041-02-01T00:00:00Z')];
const zones = zonesOfTheWorld(LAST_YEAR + 1);
const began = performance.now();
let [slots, wrong, missing, slotMs] = [0, 0, 0, 0];

for (const [timeZone, segments] of zones) {
  for (const timeOfDay of new Set([...everyDay, ...criticalTimes(segments)])) {
    const due = dueTimes(segments, days, timeOfDay);
    for (const { plan, indexes } of planned) {
      const { frequency, weekdays, anchor: startDate } = plan;
      const rule = { frequency, weekdays, startDate, timeOfDay, timeZone, endDate: `${LAST_YEAR}-12-31` };
      const started = performance.now();
      const found = slotsBetween(rule, from, to);
      slotMs += performance.now() - started;
      const expected = indexes.filter((index) => !Number.isNaN(due[index]));
      missing += indexes.length - expected.length;
      slots += expected.length;
      for (let at = 0; at < Math.max(expected.length, found.length); at += 1) {
        const [index = -1, slot] = [expected[at], found[at]];
        const isRight =
          slot?.localSlot === `${days[index]?.text}T${timeOfDay}` && slot.dueAt.getTime() === (due[index] ?? 0) * 1000;
        if (isRight) {
          continue;
        }
        wrong += 1;
        if (wrong <= 20) {
          process.stderr.write(
            `wrong: ${timeZone} ${frequency} ${days[index]?.text} ${timeOfDay}, not ${slot?.dueAt.toISOString()}\n`,
          );
        }
      }
    }
  }
}

const seconds = (performance.now() - began) / 1000;
process.stdout.write(
  `${slots.toLocaleString('en-US')} slots of ${zones.size} zone names, 2024 to ${LAST_YEAR}: ${wrong} wrong, ` +
    `${missing} on dates that do not exist; ${seconds.toFixed(0)} s, ${Math.round(slots / (slotMs / 1000)).toLocaleString('en-US')} slots/s\n`,
);
process.exitCode = wrong > 0 ? 1 : 0;
