import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SharedLimit } from './shared-limit.ts';
import type { Takes } from './shared-limit.ts';

const SIZE = { capacity: 100, perSecond: 10 };
/** What four processes may have allowed without saying so: 3 × (100 / 20 - 1). */
const UNANNOUNCED = 12;

/** Processes whose announcements arrive at once. */
function processes(count: number): { readonly limits: readonly SharedLimit[]; readonly announced: Takes[] } {
  const announced: Takes[] = [];
  const limits: SharedLimit[] = Array.from({ length: count }, (_, index) => {
    const announce = (takes: Takes): void => {
      announced.push(takes);
      limits.forEach((other, at) => at !== index && other.hear(JSON.parse(JSON.stringify(takes)), now));
    };
    return new SharedLimit('test', SIZE, announce);
  });
  return { limits, announced };
}
let now = 0;
const passed = (limit: SharedLimit | undefined, key = 'a'): number => (limit?.take(key, now) === 0 ? 1 : 0);

describe('SharedLimit', () => {
  it('lets four processes together pass what one may, and what they have not announced, however requests are spread', () => {
    const wave = fc.record({ at: fc.nat({ max: 3 }), requests: fc.nat({ max: 60 }), pauseMs: fc.nat({ max: 400 }) });
    fc.assert(
      fc.property(fc.array(wave, { minLength: 1, maxLength: 80 }), (waves) => {
        now = 0;
        const { limits } = processes(4);
        let sum = 0;
        for (const { at, requests, pauseMs } of waves) {
          now += pauseMs;
          for (let index = 0; index < requests; index += 1) {
            sum += passed(limits[at]);
          }
        }
        expect(sum).toBeLessThanOrEqual(100 + (now / 1_000) * 10 + UNANNOUNCED);
      }),
    );
  });

  it('lets no more pass over time when all were asked at once before they could hear of each other: the excess is owed', () => {
    now = 0;
    const waiting: (() => void)[] = [];
    const limits: SharedLimit[] = [0, 1, 2, 3].map(
      (index) =>
        new SharedLimit('test', SIZE, (takes) =>
          waiting.push(() => limits.forEach((other, at) => at !== index && other.hear(takes, now))),
        ),
    );
    const all = (): number => limits.reduce((sum, limit) => sum + passed(limit), 0);
    let sum = Array.from({ length: 100 }, all).reduce((total, one) => total + one, 0);
    expect(sum).toBe(400);
    waiting.splice(0).forEach((deliver) => deliver());
    expect(limits.map((limit) => limit.take('a', now))).toEqual([31, 31, 31, 31]);
    for (; now < 60_000; now += 100) {
      sum += all();
      limits.forEach((limit) => limit.flush());
      waiting.splice(0).forEach((deliver) => deliver());
    }
    expect(sum).toBeLessThanOrEqual(100 + 60 * 10 + UNANNOUNCED);
  });

  it('announces few takes when they are asked for, with no key in clear, and keeps nothing afterwards', () => {
    now = 0;
    const { limits, announced } = processes(2);
    const [limit] = limits;
    for (let index = 0; index < 4; index += 1) {
      passed(limit, '203.0.113.7');
    }
    expect(announced).toEqual([]);
    limit?.flush();
    expect(announced).toEqual([[[expect.stringMatching(/^[\w-]{22}$/), 4]]]);
    limit?.flush();
    expect(announced).toHaveLength(1);
    expect(JSON.stringify(announced)).not.toContain('203');
  });

  it('announces any number of keys in messages that the broker takes', () => {
    const { limits, announced } = processes(1);
    for (let index = 0; index < 25_000; index += 1) {
      passed(limits[0], `key ${index}`);
    }
    limits[0]?.flush();
    expect(announced.map((takes) => takes.length)).toEqual([10_000, 10_000, 5_000]);
    expect(Math.max(...announced.map((takes) => JSON.stringify(takes).length))).toBeLessThan(512 * 1_024);
  });

  it('ignores what is no list of takes', () => {
    const { limits } = processes(1);
    passed(limits[0]);
    for (const heard of [
      null,
      'x',
      7,
      {},
      [null],
      [['a']],
      [['a', -500]],
      [['a', '7']],
      [[7, 7]],
      [['a', Number.NaN]],
    ]) {
      limits[0]?.hear(heard, now);
    }
    expect(Array.from({ length: 120 }, () => passed(limits[0])).reduce((sum, one) => sum + one, 0)).toBe(99);
  });
});
