import { describe, expect, it } from '@jest/globals';
import { Random } from './random.ts';

const random = new Random();

describe('Random', () => {
  it('makes UUIDv7s of the right form that sort by time of making, thousands in a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => random.uuidv7());
    for (const id of ids.slice(0, 500)) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it('carries the present time', () => {
    const before = Date.now();
    const stamp = Number.parseInt(random.uuidv7().replace(/-/g, '').slice(0, 12), 16);
    expect(stamp).toBeGreaterThanOrEqual(before);
    expect(stamp).toBeLessThan(before + 1000);
  });

  it('makes tokens of the asked length without repeating', () => {
    expect(Buffer.from(random.token(32), 'base64url')).toHaveLength(32);
    expect(random.token(16)).not.toBe(random.token(16));
  });

  it('jitters inside its ratio', () => {
    const values = Array.from({ length: 1000 }, () => random.jitter(100, 0.2));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(80);
    expect(Math.max(...values)).toBeLessThanOrEqual(120);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(20);
  });
});
