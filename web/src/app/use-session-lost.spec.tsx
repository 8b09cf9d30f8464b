import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportSessionLost } from '#lib/api/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { SessionLostNotice } from './shell/session-lost-notice.tsx';
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

it('the shell says Welcome until then, and offers to sign in, beside what was being done', () => {
  history.replaceState(null, '', '/media?album=a');
  render(
    <>
      <SessionLostNotice />
      <input aria-label="Caption" defaultValue="Half a sentence" />
    </>,
  );
  expect(screen.queryByText('Welcome')).toBeNull();
  act(() => reportSessionLost());
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=%2Fmedia%3Falbum%3Da&reason=session-ended',
  );
  expect(screen.getByLabelText('Caption')).toHaveValue('Half a sentence');
  history.replaceState(null, '', '/');
});
