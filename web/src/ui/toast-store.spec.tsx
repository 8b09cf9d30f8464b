import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearToasts,
  currentToasts,
  dismissToast,
  toast,
  TOAST_DURATION,
  TOAST_RELEASE_DELAY,
  TOAST_REMOVE_DELAY,
} from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => clearToasts());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('toasts', () => {
  it('shows one at a time, the newest', () => {
    render(<Toaster />);
    act(() => {
      toast({ title: 'First' });
      toast({ title: 'Second' });
    });
    expect(currentToasts()).toHaveLength(1);
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByText('Second')).toBeInTheDocument();
  });

  it('keeps a dismissed toast closed for 1,000,000 ms before it is removed', () => {
    const id = toast({ title: 'Saved' });
    dismissToast(id);
    expect(currentToasts()[0]?.open).toBe(false);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
    expect(currentToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(currentToasts()).toHaveLength(0);
  });

  it('closes by itself after 5000 ms', () => {
    render(<Toaster />);
    act(() => void toast({ title: 'Saved' }));
    act(() => void vi.advanceTimersByTime(TOAST_DURATION - 1));
    expect(currentToasts()[0]?.open).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(currentToasts()[0]?.open).toBe(false);
  });

  it('stays while it has the pointer, and goes soon afterwards', () => {
    vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === '(hover: hover)' }));
    render(<Toaster />);
    act(() => void toast({ title: 'Saved' }));
    // Nothing has a place here, so that nothing lies beneath a pointer.
    const list = screen.getByRole('list');
    const matches = vi.spyOn(list, 'matches').mockImplementation((state) => state === ':hover');
    act(() => void vi.advanceTimersByTime(3 * TOAST_DURATION));
    expect(currentToasts()[0]?.open).toBe(true);
    matches.mockRestore();
    act(() => void vi.advanceTimersByTime(TOAST_RELEASE_DELAY));
    expect(currentToasts()[0]?.open).toBe(false);
  });

  it('stays 10 seconds with something to press', () => {
    render(<Toaster />);
    act(() => void toast({ title: 'Photo deleted', action: { label: 'Undo', onSelect: () => undefined } }));
    act(() => void vi.advanceTimersByTime(9_999));
    expect(currentToasts()[0]?.open).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(currentToasts()[0]?.open).toBe(false);
  });

  it('runs its action', () => {
    const undo = vi.fn();
    render(<Toaster />);
    act(() => void toast({ title: 'Post rescheduled', action: { label: 'Undo', onSelect: undo } }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
  });
});
