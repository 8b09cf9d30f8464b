import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dispatchDecision } from './dispatch-rules.ts';

const target = { lagSeconds: 0, lateLimitMinutes: 360, isBusinessDeleted: false };

describe('a due target', () => {
  it('goes out up to its limit and fails beyond it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 15, max: 2880 }), fc.integer({ min: 0, max: 200_000 }), (minutes, lag) => {
        const { kind } = dispatchDecision({ ...target, lateLimitMinutes: minutes, lagSeconds: lag });
        expect(kind).toBe(lag <= minutes * 60 ? 'hand_over' : 'too_late');
      }),
    );
  });

  it('says how late is too late, as a sentence', () => {
    const said = (lateLimitMinutes: number): string => {
      const decision = dispatchDecision({ ...target, lateLimitMinutes, lagSeconds: 1e6 });
      return decision.kind === 'too_late' ? decision.error.message : '';
    };
    expect(said(360)).toContain('more than 6 hours late');
    expect(said(60)).toContain('more than 1 hour late');
    expect(said(90)).toContain('more than 90 minutes late');
  });

  it('is cancelled when its business is gone, however late it is', () => {
    expect(dispatchDecision({ ...target, isBusinessDeleted: true, lagSeconds: 1e6 })).toEqual({ kind: 'cancel' });
  });
});
