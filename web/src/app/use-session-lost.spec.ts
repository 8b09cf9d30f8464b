import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportSessionLost } from '#lib/api/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { useSessionLost } from './use-session-lost.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearToasts();
  vi.useRealTimers();
});

it('a lost session is told once and leads to the sign-in after 500 ms', () => {
  const go = vi.fn();
  history.replaceState(null, '', '/schedule?view=list');
  renderHook(() => useSessionLost(go));
  act(() => {
    reportSessionLost();
    reportSessionLost();
  });
  expect(currentToasts()[0]).toMatchObject({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
  });
  vi.advanceTimersByTime(499);
  expect(go).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(go.mock.calls).toEqual([['/api/login?returnTo=%2Fschedule%3Fview%3Dlist&reason=session-ended']]);
  history.replaceState(null, '', '/');
});
