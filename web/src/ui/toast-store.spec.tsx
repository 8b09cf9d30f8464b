import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToasts, currentToasts, dismissToast, toast, TOAST_DURATION, TOAST_REMOVE_DELAY } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => clearToasts());
  vi.useRealTimers();
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

  it.each([
    ['the pointer', (on: Element) => fireEvent.pointerMove(on), (on: Element) => fireEvent.pointerLeave(on)],
    ['the focus', (on: Element) => fireEvent.focusIn(on), (on: Element) => fireEvent.focusOut(on)],
  ])('stands still while it has %s, and goes on afterwards', (_, enter, leave) => {
    render(<Toaster />);
    act(() => void toast({ title: 'Saved' }));
    const region = screen.getByRole('region', { name: /Notifications/ });
    act(() => void vi.advanceTimersByTime(TOAST_DURATION - 1000));
    enter(region);
    act(() => void vi.advanceTimersByTime(TOAST_DURATION));
    expect(currentToasts()[0]?.open).toBe(true);
    leave(region);
    act(() => void vi.advanceTimersByTime(1000));
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
