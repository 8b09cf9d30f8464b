import { describe, expect, it } from '@jest/globals';
import type { NotificationPreferences, QuietHours } from '@postloom/contracts';
import { defaultPreferences } from './preferences.ts';
import { mailPlan, quietUntil } from './quiet-hours.ts';

const night: QuietHours = { on: true, from: '21:00', to: '07:00', failuresPass: true };
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
const HOUR = 3_600_000;

const wallClocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ]),
);

/** What a clock on the wall shows, by another way than the one under test. */
const wallClock = (zone: string, at: number): string => wallClocks.get(zone)?.format(at) ?? '';

describe('quiet hours', () => {
  it.each([
    ['in the evening', '2026-11-20T20:00:00Z', '2026-11-21T06:00:00.000Z'],
    ['in the morning', '2026-11-21T05:59:59Z', '2026-11-21T06:00:00.000Z'],
    ['a second before they begin', '2026-11-20T19:59:59Z', null],
    ['at their end', '2026-11-21T06:00:00Z', null],
    ['in the night the clocks go forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['in the night the clocks go back', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00.000Z'],
  ])('%s', (_, now, until) => {
    expect(quietUntil(night, 'Europe/Berlin', new Date(now))?.toISOString() ?? null).toBe(until);
  });

  it('may lie within one day, and are nothing when they are off', () => {
    const noon = { ...night, from: '12:00', to: '14:00' };
    expect(quietUntil(noon, 'UTC', new Date('2026-11-20T13:00:00Z'))).toEqual(new Date('2026-11-20T14:00:00Z'));
    expect(quietUntil(noon, 'UTC', new Date('2026-11-20T14:00:00Z'))).toBeNull();
    expect(quietUntil({ ...night, on: false }, 'UTC', new Date('2026-11-20T23:00:00Z'))).toBeNull();
  });

  it('end once in a night that has their end twice, and with the change where it is skipped', () => {
    const late = { ...night, from: '22:00', to: '02:30' };
    const end = new Date('2026-10-25T00:30:00Z');
    expect(quietUntil(late, 'Europe/Berlin', new Date('2026-10-24T22:00:00Z'))).toEqual(end);
    expect(quietUntil(late, 'Europe/Berlin', new Date('2026-10-25T01:10:00Z'))).toBeNull();
    expect(quietUntil(late, 'Europe/Berlin', new Date('2026-03-28T23:00:00Z'))).toEqual(
      new Date('2026-03-29T01:00:00Z'),
    );
  });

  it.each(zones)('in %s last as the wall clock says, and always end, over a year of clock changes', (zone) => {
    for (const hours of [night, { ...night, from: '01:15', to: '03:45' }]) {
      for (let at = Date.UTC(2011, 5, 1); at < Date.UTC(2012, 5, 1); at += HOUR / 2) {
        const now = new Date(at);
        const until = quietUntil(hours, zone, now);
        const time = wallClock(zone, at);
        const isQuiet =
          hours.from > hours.to ? time >= hours.from || time < hours.to : time >= hours.from && time < hours.to;
        if (until === null) {
          // Only the second pass of an hour may look quiet and not be.
          expect(isQuiet && wallClock(zone, at - HOUR) < time).toBe(false);
        } else {
          expect(isQuiet).toBe(true);
          expect(until.getTime()).toBeGreaterThan(at);
          expect(until.getTime() - at).toBeLessThanOrEqual(36 * HOUR);
          expect(quietUntil(hours, zone, until)).toBeNull();
        }
      }
    }
  });
});

describe('what goes into a mail', () => {
  const asleep = new Date('2026-11-20T23:00:00Z');
  const chosen = (quietHours: Partial<QuietHours>): NotificationPreferences => ({
    kinds: { ...defaultPreferences.kinds, recurring: { page: true, mail: true, weekly: true } },
    quietHours: { ...night, ...quietHours },
  });

  it('is every kind that is wanted by mail, outside of the quiet hours', () => {
    const plan = mailPlan(chosen({ on: false }), 'UTC', asleep);
    expect(plan.now).toContain('occurrence_skipped');
    expect(plan.now).not.toContain('post_published');
    expect(plan).toMatchObject({ later: [], until: null });
  });

  it('waits in them, but for the failure of a post when the person chose so', () => {
    const plan = mailPlan(chosen({}), 'UTC', asleep);
    expect(plan.now).toEqual(['post_failed']);
    expect(plan.later).toEqual(expect.arrayContaining(['needs_attention', 'account_broken', 'occurrence_skipped']));
    expect(plan.later).not.toContain('post_published');
    expect(plan.until).toEqual(new Date('2026-11-21T07:00:00Z'));
    const silent = mailPlan(chosen({ failuresPass: false }), 'UTC', asleep);
    expect(silent.now).toEqual([]);
    expect(silent.later).toContain('post_failed');
  });
});
