import { act, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { reportSessionLost } from './api/index.ts';
import { useKeptEdits } from './kept-edits.ts';

function Form({ place }: { place: string }) {
  const form = useForm({ defaultValues: { name: 'Rye', description: '' } });
  useKeptEdits(place, form);
  return (
    <form>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Description" {...form.register('description')} />
      <output>{form.formState.isDirty ? 'Not saved yet' : 'Saved'}</output>
    </form>
  );
}
const name = () => screen.getByLabelText('Name');

function endSessionAfter(typed: string | null): void {
  const { unmount } = render(<Form place="a" />);
  if (typed !== null) {
    fireEvent.input(name(), { target: { value: typed } });
  }
  act(() => reportSessionLost());
  unmount();
}

it('edits that a lost session interrupts are in the form again, not saved yet, and once', () => {
  endSessionAfter('Rye & Co.');
  const { unmount } = render(<Form place="a" />);
  expect(name()).toHaveValue('Rye & Co.');
  expect(screen.getByRole('status')).toHaveTextContent('Not saved yet');
  unmount();
  render(<Form place="a" />);
  expect(name()).toHaveValue('Rye');
});

it('a form of another place has nothing of them, and what was not touched is not kept', () => {
  endSessionAfter('Rye & Co.');
  const { unmount } = render(<Form place="b" />);
  expect(name()).toHaveValue('Rye');
  unmount();
  expect(Object.values(localStorage)).toEqual(['{"name":"Rye & Co."}']);
  localStorage.clear();
  endSessionAfter(null);
  expect(localStorage).toHaveLength(0);
});
