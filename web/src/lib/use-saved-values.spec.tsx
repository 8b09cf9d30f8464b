import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';
import { useSavedValues } from './use-saved-values.ts';

type Values = { name: string; hours: { from: string; to: string } };
const first: Values = { name: 'Rye', hours: { from: '9', to: '17' } };

let answer: PromiseWithResolvers<Values>;
let isSettled: boolean[];
beforeEach(() => {
  answer = Promise.withResolvers();
  isSettled = [];
});

function Form({ saved }: { saved: Values }) {
  const form = useForm<Values>({ defaultValues: saved });
  const { register, handleSubmit, formState } = form;
  const { settle } = useSavedValues(form, saved, 'a');
  const submit = handleSubmit(async (values) => {
    isSettled.push(settle(await answer.promise, values));
  });
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input aria-label="Name" {...register('name')} />
      <input aria-label="From" {...register('hours.from')} />
      <input aria-label="To" {...register('hours.to')} />
      <button type="submit">Save</button>
      <output>{formState.isDirty ? 'Not saved yet' : 'Saved'}</output>
    </form>
  );
}

function open(): { becomes(saved: Values): void } {
  cleanup();
  const { rerender } = render(<Form saved={first} />);
  return { becomes: (saved) => rerender(<Form saved={saved} />) };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const shown = () => ['Name', 'From', 'To'].map((label) => field(label).value);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
const isAnswered = (values: Values) => act(async () => answer.resolve(values));
const state = () => screen.getByRole('status').textContent;
const kept = () => Object.values(localStorage);

it('what others save comes in beside an edit, within the same group of fields too', () => {
  const { becomes } = open();
  type('From', '8');
  becomes({ name: 'Juniper', hours: { from: '10', to: '18' } });
  expect(shown()).toEqual(['Juniper', '8', '18']);
  expect(state()).toBe('Not saved yet');
  expect(kept()).toEqual(['{"hours.from":"8"}']);
});

it('what is saved elsewhere as it was typed is no edit any more, and gives way to what is saved next', () => {
  const { becomes } = open();
  type('From', '8');
  becomes({ ...first, hours: { from: '8', to: '17' } });
  expect(state()).toBe('Saved');
  expect(kept()).toEqual([]);
  becomes({ ...first, hours: { from: '7', to: '17' } });
  expect(shown()).toEqual(['Rye', '7', '17']);
});

it('what was sent is what the server made of it, what was typed since is an edit', async () => {
  open();
  type('Name', 'Rye,Co');
  await save();
  type('To', '18');
  await isAnswered({ ...first, name: 'Rye, Co' });
  expect(shown()).toEqual(['Rye, Co', '9', '18']);
  expect(state()).toBe('Not saved yet');
  expect(kept()).toEqual(['{"hours.to":"18"}']);
  expect(isSettled).toEqual([false]);
});

it('what was taken back since is an edit, also where the form is told what is saved before the answer', async () => {
  const { becomes } = open();
  type('Name', 'Juniper');
  await save();
  type('Name', 'Rye');
  const saved = { ...first, name: 'Juniper' };
  becomes(saved);
  await isAnswered(saved);
  expect(shown()).toEqual(['Rye', '9', '17']);
  expect(state()).toBe('Not saved yet');
  expect(kept()).toEqual(['{"name":"Rye"}']);
});

it('what others save while a save is under way comes in once it is answered', async () => {
  const { becomes } = open();
  type('Name', 'Juniper');
  await save();
  becomes({ name: 'Juniper', hours: { from: '9', to: '20' } });
  await isAnswered({ ...first, name: 'Juniper' });
  expect(shown()).toEqual(['Juniper', '9', '20']);
  expect(state()).toBe('Saved');
  expect(isSettled).toEqual([true]);
});

it('a form that was left keeps only what was typed since', async () => {
  open();
  type('Name', 'Juniper');
  await save();
  type('To', '18');
  cleanup();
  await isAnswered({ ...first, name: 'Juniper' });
  expect(kept()).toEqual(['{"hours.to":"18"}']);
});
