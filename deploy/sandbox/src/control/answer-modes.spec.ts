import { describe, expect, it } from '@jest/globals';
import { Faults } from './faults.ts';

describe('a fault of a model', () => {
  it.each(['refusal', 'cut', 'nested', 'slow', 'obey'] as const)('strikes AI providers only: %s', (mode) => {
    const faults = new Faults(Math.random);
    faults.set('instagram', { mode });
    faults.set('anthropic', { mode });
    expect(faults.take('instagram', 'publish', true)).toBeNull();
    expect(faults.take('anthropic', 'read', true)).toBeNull();
    expect(faults.take('anthropic', 'publish', true)).toEqual({ mode });
  });
});
