import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogCancel, DialogContent } from './dialog.tsx';
import { Toaster } from './toaster.tsx';
import { clearToasts, toast, TOAST_DURATION, TOAST_RELEASE_DELAY } from './toast-store.ts';

afterEach(() => {
  act(clearToasts);
  vi.useRealTimers();
});

function page(dialog: 'none' | 'form' | 'question') {
  return (
    <>
      <Dialog open={dialog !== 'none'}>
        <DialogContent title="Create post" footer={<DialogCancel />} />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'question'}
        onOpenChange={() => undefined}
        title="Delete?"
        description="It goes."
        confirmLabel="Delete"
        onConfirm={() => undefined}
      />
      <Toaster />
    </>
  );
}

/** A page with one field, and a toast over it. */
function searchWithToast(): { search: HTMLElement; undo: HTMLElement } {
  render(
    <>
      <input aria-label="Search" />
      <main tabIndex={-1} />
      <Toaster />
    </>,
  );
  sayDeleted();
  return {
    search: screen.getByRole('textbox', { name: 'Search' }),
    undo: screen.getByRole('button', { name: 'Undo' }),
  };
}
const sayDeleted = () =>
  act(() => void toast({ title: 'Deleted', action: { label: 'Undo', onSelect: () => undefined } }));

describe('a toast', () => {
  it('lies in the dialog that is open, between its text and its buttons, and on the page otherwise', () => {
    const { rerender } = render(page('form'));
    act(() => void toast({ title: 'Caption generated!', action: { label: 'Undo', onSelect: () => undefined } }));
    const form = screen.getByRole('dialog', { name: 'Create post' });
    const shown = within(form).getByText('Caption generated!');
    const cancel = within(form).getByRole('button', { name: 'Cancel' });
    expect(shown.compareDocumentPosition(cancel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(shown.closest('.fixed')).toBe(form);
    expect(within(form).getByRole('button', { name: 'Undo' })).toBeVisible();

    rerender(page('none'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Caption generated!').closest('.fixed')).not.toBeNull();
  });

  it('gives the focus back to what had it, and to what it lies in when that has gone', () => {
    const { rerender } = render(page('form'));
    const form = screen.getByRole('dialog');
    const press = (name: string) => {
      const button = screen.getByRole('button', { name });
      act(() => button.focus());
      fireEvent.click(button);
    };
    const cancel = within(form).getByRole('button', { name: 'Cancel' });
    act(() => void toast({ title: 'Deleted', action: { label: 'Undo', onSelect: () => undefined } }));
    act(() => cancel.focus());
    press('Undo');
    expect(cancel).toHaveFocus();
    act(() => void toast({ title: 'Deleted', action: { label: 'Undo', onSelect: () => cancel.remove() } }));
    press('Undo');
    expect(form).toHaveFocus();
    rerender(page('none'));
  });

  it('gives no focus back to what had it before an earlier one', () => {
    const { search, undo } = searchWithToast();
    act(() => search.focus());
    act(() => undo.focus());
    fireEvent.click(undo);
    expect(search).toHaveFocus();
    act(() => search.blur());
    sayDeleted();
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    act(() => dismiss.focus());
    fireEvent.click(dismiss);
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('gives the focus back to what had it also when the window was left meanwhile', () => {
    const { search, undo } = searchWithToast();
    act(() => search.focus());
    act(() => undo.focus());
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    fireEvent.focusOut(undo);
    hasFocus.mockRestore();
    fireEvent.focusIn(undo);
    fireEvent.click(undo);
    expect(search).toHaveFocus();
  });

  it('gives the focus back to what had it also after the Tab key, which reaches a toast by a place before it', () => {
    const { search, undo } = searchWithToast();
    act(() => search.focus());
    const [place] = screen.getByRole('region', { name: /Notifications/ }).children;
    expect(place).toHaveAttribute('tabindex', '0');
    act(() => (place as HTMLElement).focus());
    act(() => undo.focus());
    fireEvent.click(undo);
    expect(search).toHaveFocus();
  });

  it('moves into what it came up with, and stays behind what opens later, on top of which the next one lies', () => {
    vi.useFakeTimers();
    const { rerender } = render(page('none'));
    act(() => void toast({ title: 'Setup Required' }));
    rerender(page('form'));
    const form = screen.getByRole('dialog');
    expect(within(form).getByText('Setup Required')).toBeVisible();

    act(() => void vi.advanceTimersByTime(TOAST_DURATION / 2));
    rerender(page('question'));
    const question = screen.getByRole('alertdialog');
    expect(within(question).queryByText('Setup Required')).toBeNull();
    expect(within(form).getByText('Setup Required')).toBeVisible();

    act(() => void toast({ title: 'Copied!' }));
    expect(within(question).getByText('Copied!')).toBeVisible();
    rerender(page('form'));
    expect(within(screen.getByRole('dialog')).getByText('Copied!')).toBeVisible();
  });

  it('on the page stays there beneath a dialog that opens later, announced and not in its way', () => {
    vi.useFakeTimers();
    const { rerender } = render(page('none'));
    act(() => void toast({ title: 'Business saved' }));
    act(() => void vi.advanceTimersByTime(TOAST_DURATION / 5));
    const shown = screen.getByText('Business saved');
    rerender(page('form'));
    expect(screen.getByRole('dialog')).not.toContainElement(shown);
    expect(shown).toBeInTheDocument();
    const place = shown.closest('ol');
    expect(place).toHaveClass('z-40');
    expect(place).not.toHaveClass('z-70');
    act(() => void vi.advanceTimersByTime(TOAST_DURATION));
    expect(screen.queryByText('Business saved')).toBeNull();
  });

  it('has its action beside its text or below it, and its cross apart from both', () => {
    render(page('none'));
    const label = 'Switch to Harbor Strength Gym';
    act(() => void toast({ title: 'Business Created!', action: { label, onSelect: () => undefined } }));
    const words = screen.getByRole('button', { name: label }).parentElement;
    expect(words).toHaveClass('flex-wrap', 'self-center');
    expect(words).toContainElement(screen.getByText('Business Created!'));
    expect(words).not.toContainElement(screen.getByRole('button', { name: 'Dismiss' }));
  });

  it('is still being announced when a dialog opens at once', async () => {
    vi.useFakeTimers();
    const { rerender } = render(page('none'));
    act(() => void toast({ title: 'Business saved' }));
    await act(() => vi.advanceTimersByTimeAsync(600));
    rerender(page('form'));
    const said = screen.getByRole('status', { hidden: true });
    expect(said).toHaveTextContent('Business saved');
    expect(said.closest('[aria-hidden="true"]')).toBeNull();
  });

  it.each([
    [50, true],
    [51, false],
  ])('that is swiped %d pixels to the right stays: %s', (pixels, stays) => {
    render(page('none'));
    act(() => void toast({ title: 'Post scheduled successfully!' }));
    const shown = screen.getByText('Post scheduled successfully!').closest('li') ?? document.body;
    const at = (clientX: number) => ({ clientX, clientY: 0, button: 0, pointerId: 1, pointerType: 'mouse' });
    fireEvent.pointerDown(shown, at(100));
    fireEvent.pointerMove(shown, at(100 + pixels));
    fireEvent.pointerUp(shown, at(100 + pixels));
    expect(screen.queryByText('Post scheduled successfully!') !== null).toBe(stays);
  });

  it('goes after its time although the dialog that it lay in went away beneath the pointer', () => {
    vi.useFakeTimers();
    const { rerender } = render(page('form'));
    act(() => void toast({ title: 'Caption generated!' }));
    fireEvent.pointerMove(screen.getByText('Caption generated!'));
    rerender(page('none'));
    act(() => void vi.advanceTimersByTime(TOAST_DURATION));
    expect(screen.queryByText('Caption generated!')).toBeNull();
  });

  it('goes after its time although the action of the one before it had the focus', () => {
    vi.useFakeTimers();
    render(page('none'));
    act(() => void toast({ title: 'Photo deleted', action: { label: 'Undo', onSelect: () => undefined } }));
    const undo = screen.getByRole('button', { name: 'Undo' });
    act(() => undo.focus());
    fireEvent.click(undo);
    const list = screen.getByRole('region', { name: /Notifications/ }).querySelector('ol');
    expect(list).toHaveFocus();
    act(() => list?.blur());
    act(() => void toast({ title: 'Photo restored' }));
    act(() => void vi.advanceTimersByTime(TOAST_DURATION));
    expect(screen.queryByText('Photo restored')).toBeNull();
  });

  it('is reached by F8, and stays while the focus is there', () => {
    vi.useFakeTimers();
    render(page('none'));
    act(() => void toast({ title: 'Copied!' }));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    const list = screen.getByText('Copied!').closest('ol');
    expect(list).toHaveFocus();
    act(() => void vi.advanceTimersByTime(10 * TOAST_DURATION));
    expect(screen.getByText('Copied!')).toBeVisible();
    act(() => list?.blur());
    act(() => void vi.advanceTimersByTime(TOAST_RELEASE_DELAY));
    expect(screen.queryByText('Copied!')).toBeNull();
  });
});
