import { fireEvent, render, screen } from '@testing-library/react';
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

  it('stays open while it saves, and closes again afterwards', () => {
    const onOpenChange = vi.fn();
    const { rerender } = render(form(true, onOpenChange));
    close();
    expect(onOpenChange).not.toHaveBeenCalled();
    rerender(form(false, onOpenChange));
    close();
    expect(onOpenChange.mock.calls).toEqual([[false], [false], [false]]);
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
