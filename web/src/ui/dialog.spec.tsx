import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogCancel, DialogContent } from './dialog.tsx';

function form(busy: boolean, onOpenChange: (open: boolean) => void) {
  return (
    <Dialog open busy={busy} onOpenChange={onOpenChange}>
      <DialogContent title="Edit" footer={<DialogCancel />} />
    </Dialog>
  );
}

/** Every way there is to close a dialog. */
function close(): void {
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  for (const name of ['Close', 'Cancel']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
}

describe('a dialog', () => {
  it.each([
    ['with a finger, the dialog itself', true],
    ['with a mouse or a keyboard, its first field', false],
  ])('gives the focus, %s', (_, coarse) => {
    const none = matchMedia('(pointer: coarse)');
    vi.stubGlobal('matchMedia', () => ({ ...none, matches: coarse }));
    render(
      <Dialog open>
        <DialogContent title="Edit">
          <input aria-label="Name" />
        </DialogContent>
      </Dialog>,
    );
    expect(coarse ? screen.getByRole('dialog') : screen.getByLabelText('Name')).toHaveFocus();
    vi.unstubAllGlobals();
  });

  it('keeps the focus inside while it is open, and gives it back to what opened it', async () => {
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Edit
          </button>
          <Dialog open={open} onOpenChange={setOpen}>
            <DialogContent title="Edit" footer={<DialogCancel />}>
              <input aria-label="Name" />
            </DialogContent>
          </Dialog>
        </>
      );
    }
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Edit' });
    opener.focus();
    fireEvent.click(opener);
    expect(screen.getByLabelText('Name')).toHaveFocus();
    // From the last element Tab goes on to the first, and outside nothing takes the focus.
    const last = screen.getByRole('button', { name: 'Close' });
    last.focus();
    fireEvent.keyDown(last, { key: 'Tab' });
    expect(screen.getByLabelText('Name')).toHaveFocus();
    act(() => opener.focus());
    expect(opener).not.toHaveFocus();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('that took the place of another gives the focus back to what opened the first, where that is by then', async () => {
    const page = (open: 'post' | 'move' | null, day: string) => (
      <>
        <nav>
          <a href="?post=1">Leads there from every page</a>
        </nav>
        <main key={day}>
          <a href="?post=1">{day}</a>
        </main>
        {open === 'post' ? (
          <Dialog open>
            <DialogContent title="Post" />
          </Dialog>
        ) : null}
        {open === 'move' ? (
          <Dialog key="move" open>
            <DialogContent title="Reschedule" />
          </Dialog>
        ) : null}
      </>
    );
    const { rerender } = render(page(null, 'Tuesday'));
    screen.getByRole('link', { name: 'Tuesday' }).focus();
    rerender(page('post', 'Tuesday'));
    for (const [open, day] of [
      ['move', 'Tuesday'],
      ['post', 'Wednesday'],
    ] as const) {
      rerender(page(open, day));
      await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
    }
    rerender(page(null, 'Wednesday'));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Wednesday' })).toHaveFocus());
  });

  it('that asks gives the focus back as well', async () => {
    const question = { onOpenChange: vi.fn(), title: 'Delete?', description: 'It goes.', confirmLabel: 'Delete' };
    const page = (open: boolean) => (
      <>
        <button type="button">Delete photo</button>
        <ConfirmDialog {...question} open={open} onConfirm={vi.fn()} />
      </>
    );
    const { rerender } = render(page(false));
    const opener = screen.getByRole('button', { name: 'Delete photo' });
    opener.focus();
    rerender(page(true));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    rerender(page(false));
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it('stays open while it saves, and closes again afterwards', () => {
    const onOpenChange = vi.fn();
    const { rerender } = render(form(true, onOpenChange));
    close();
    expect(onOpenChange).not.toHaveBeenCalled();
    rerender(form(false, onOpenChange));
    close();
    expect(onOpenChange.mock.calls).toEqual([[false], [false], [false]]);
  });

  it('that still asks after its answer was carried out has the focus where it began', () => {
    const question = { open: true, title: 'Delete?', description: 'It goes.', confirmLabel: 'Delete' };
    const page = (pending: boolean) => (
      <ConfirmDialog {...question} pending={pending} onOpenChange={vi.fn()} onConfirm={vi.fn()} />
    );
    const { rerender } = render(page(false));
    screen.getByRole('button', { name: 'Delete' }).focus();
    rerender(page(true));
    expect(screen.getByRole('button', { name: 'Cancel' })).not.toHaveFocus();
    rerender(page(false));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('that asks stays open while its answer is carried out', () => {
    const onOpenChange = vi.fn();
    const question = { open: true, title: 'Delete?', description: 'It goes.', confirmLabel: 'Delete' };
    const { rerender } = render(<ConfirmDialog {...question} {...{ onOpenChange }} pending onConfirm={vi.fn()} />);
    const cancel = () => {
      fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    };
    cancel();
    expect(onOpenChange).not.toHaveBeenCalled();
    rerender(<ConfirmDialog {...question} {...{ onOpenChange }} onConfirm={vi.fn()} />);
    cancel();
    expect(onOpenChange.mock.calls).toEqual([[false], [false]]);
  });
});
