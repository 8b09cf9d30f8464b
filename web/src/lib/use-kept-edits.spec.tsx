import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { KEPT_EDITS } from './kept-edits.ts';
import { useKeptEdits } from './use-kept-edits.ts';

type FormProps = { place?: string; saved?: string };

function Form({ place = 'a', saved = 'Rye' }: FormProps) {
  const form = useForm({ defaultValues: { name: saved, description: '' } });
  const forget = useKeptEdits(place, form);
  return (
    <form>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Description" {...form.register('description')} />
      <button type="button" onClick={() => form.reset()}>
        Cancel
      </button>
      <button type="button" onClick={forget}>
        Close
      </button>
      <button type="button" onClick={() => form.reset(form.getValues())}>
        Save
      </button>
      <output>{form.formState.isDirty ? 'Not saved yet' : 'Saved'}</output>
    </form>
  );
}
const name = () => screen.getByLabelText('Name');
const press = (button: string) => fireEvent.click(screen.getByRole('button', { name: button }));

/** Opens the form in place of what is open, as a reload does: nothing is told beforehand. */
function open(props: FormProps = {}): void {
  cleanup();
  render(<Form {...props} />);
}
function type(typed: string): void {
  fireEvent.input(name(), { target: { value: typed } });
}

it('edits are in the form again, not saved yet, however often it is opened', () => {
  open();
  type('Rye & Co.');
  for (let times = 0; times < 2; times += 1) {
    open();
    expect(name()).toHaveValue('Rye & Co.');
    expect(screen.getByRole('status')).toHaveTextContent('Not saved yet');
  }
});

it('a form of another place has nothing of them, and what was not touched is not kept', () => {
  open();
  expect(localStorage).toHaveLength(0);
  type('Rye & Co.');
  expect(Object.entries(localStorage)).toEqual([[`${KEPT_EDITS}a`, '{"name":"Rye & Co."}']]);
  open({ place: 'b' });
  expect(name()).toHaveValue('Rye');
});

it.each(['Save', 'Cancel', 'Close'])('%s forgets them, and so does whoever takes them back', (button) => {
  open();
  type('Rye & Co.');
  press(button);
  expect(localStorage).toHaveLength(0);
  open();
  expect(name()).toHaveValue('Rye');
  type('Rye & Co.');
  type('Rye');
  expect(localStorage).toHaveLength(0);
});

it('edits that were saved elsewhere in the meantime are none', () => {
  open();
  type('Rye & Co.');
  open({ saved: 'Rye & Co.' });
  expect(screen.getByRole('status')).toHaveTextContent(/^Saved$/);
  open({ saved: 'Juniper' });
  expect(name()).toHaveValue('Juniper');
});
