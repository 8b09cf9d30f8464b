import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { SaveRow } from './save-row.tsx';

describe('a button', () => {
  it('whose action runs keeps the focus, and neither acts nor submits again', () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn((event: Event) => event.preventDefault());
    const form = (pending: boolean) => (
      <form>
        <Button type="submit" pending={pending} pendingText="Saving..." onClick={onClick}>
          Save
        </Button>
      </form>
    );
    const { container, rerender } = render(form(false));
    container.querySelector('form')?.addEventListener('submit', onSubmit);
    const button = screen.getByRole('button');
    button.focus();
    fireEvent.click(button);
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);

    rerender(form(true));
    expect(screen.getByRole('button', { name: 'Saving...' })).toHaveFocus();
    expect(button).not.toHaveAttribute('disabled');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(button);
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);

    rerender(form(false));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
    fireEvent.click(button);
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([2, 2]);
  });

  it('that saves stays where the focus is when all is saved, and when the changes are given up', () => {
    const row = (isDirty: boolean) => (
      <SaveRow
        label="Save"
        isDirty={isDirty}
        pending={false}
        disabled={!isDirty}
        onDiscard={() => rerender(row(false))}
      />
    );
    const { rerender } = render(row(true));
    const save = screen.getByRole('button', { name: 'Save' });
    save.focus();
    rerender(row(false));
    expect(save).toHaveFocus();
    expect(save).toHaveAttribute('aria-disabled', 'true');
    expect(save).not.toHaveAttribute('disabled');

    rerender(row(true));
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(save).toHaveFocus();
    expect(save).not.toHaveAttribute('disabled');
  });
});
