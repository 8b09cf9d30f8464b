import { act, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogCancel, DialogContent } from './dialog.tsx';
import { Toaster } from './toaster.tsx';
import { clearToasts, toast } from './toast-store.ts';

afterEach(() => act(clearToasts));

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

    rerender(page('question'));
    const question = screen.getByRole('alertdialog');
    expect(within(question).getByText('Caption generated!')).toBeVisible();

    rerender(page('none'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Caption generated!').closest('.fixed')).not.toBeNull();
  });
});
