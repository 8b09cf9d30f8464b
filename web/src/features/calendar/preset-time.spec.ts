import { describe, expect, it } from 'vitest';
import { presetTime } from './preset-time.ts';

const morning = { day: '2026-11-22', clock: '08:10' };

describe('the time a new post of a day starts with', () => {
  it('is noon', () => expect(presetTime('2026-11-25', [], morning)).toBe('12:00'));
  it('is a later hour when noon has a post around it', () => {
    expect(presetTime('2026-11-25', ['12:15', '13:00'], morning)).toBe('14:00');
  });
  it('is one of the morning when the afternoon is full', () => {
    const full = ['12:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00', '20:00'];
    expect(presetTime('2026-11-25', full, morning)).toBe('11:00');
  });
  it('is never in the past', () => {
    expect(presetTime('2026-11-22', [], { day: '2026-11-22', clock: '12:30' })).toBe('13:00');
    expect(presetTime('2026-11-22', [], { day: '2026-11-22', clock: '20:53' })).toBe('21:15');
    expect(presetTime('2026-11-22', [], { day: '2026-11-22', clock: '23:50' })).toBe('');
    expect(presetTime('2026-11-21', [], morning)).toBe('');
  });
  it('is noon again when every hour has a post', () => {
    const all = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
    expect(presetTime('2026-11-25', all, morning)).toBe('12:00');
  });
});
