import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateField } from './date-field.tsx';
import { Dialog, DialogContent } from './dialog.tsx';
import { Field } from './field.tsx';
import { TimeField } from './time-field.tsx';

const onChange = vi.fn<(value: string) => void>();
const onBlur = vi.fn<() => void>();

function DateForm({ start, clearable = false }: { start: string; clearable?: boolean }) {
  const [date, setDate] = useState(start);
  return (
    <Field label="Date">
      <DateField
        value={date}
        today="2026-11-22"
        min="2026-11-22"
        max="2027-01-31"
        clearable={clearable}
        onBlur={onBlur}
        onChange={(next) => {
          onChange(next);
          setDate(next);
        }}
      />
    </Field>
  );
}

function TimeForm({ start }: { start: string }) {
  const [time, setTime] = useState(start);
  return (
    <Field label="Time">
      <TimeField
        value={time}
        onChange={(next) => {
          onChange(next);
          setTime(next);
        }}
      />
    </Field>
  );
}

const date = () => screen.getByRole('textbox', { name: 'Date' });
const time = () => screen.getByRole('combobox', { name: 'Time' });
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

afterEach(() => vi.clearAllMocks());

describe('a date', () => {
  it('is typed in words and shown in the one format', () => {
    render(<DateForm start="" />);
    fireEvent.change(date(), { target: { value: 'friday' } });
    fireEvent.blur(date());
    expect(onChange.mock.calls).toEqual([['2026-11-27']]);
    expect(date()).toHaveValue('Nov 27, 2026');
  });

  it('goes back to what it was when the words are no date, and is emptied on purpose', () => {
    render(<DateForm start="2026-11-27" />);
    fireEvent.change(date(), { target: { value: 'someday' } });
    fireEvent.blur(date());
    expect(date()).toHaveValue('Nov 27, 2026');
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(date(), { target: { value: '' } });
    fireEvent.blur(date());
    expect(onChange.mock.calls).toEqual([['']]);
  });

  it('is taken by the first Enter, and the form is sent by the second', () => {
    render(<DateForm start="" />);
    date().focus();
    fireEvent.change(date(), { target: { value: '11/30' } });
    expect(press('Enter')).toBe(false);
    expect(onChange.mock.calls).toEqual([['2026-11-30']]);
    expect(press('Enter')).toBe(true);
  });

  it('is found in the month by keys alone', () => {
    render(<DateForm start="2026-11-27" />);
    date().focus();
    press('ArrowDown');
    expect(document.activeElement).toHaveAccessibleName('Friday, Nov 27, 2026');
    expect(onBlur).not.toHaveBeenCalled();
    press('ArrowRight');
    press('ArrowDown');
    expect(document.activeElement).toHaveAccessibleName('Saturday, Dec 5, 2026');
    press('Home');
    expect(document.activeElement).toHaveAccessibleName('Sunday, Nov 29, 2026');
    press('PageDown');
    expect(document.activeElement).toHaveAccessibleName('Tuesday, Dec 29, 2026');
    press('PageDown');
    press('PageDown');
    expect(document.activeElement).toHaveAccessibleName('Sunday, Jan 31, 2027');
    fireEvent.click(document.activeElement as Element);
    expect(onChange.mock.calls).toEqual([['2027-01-31']]);
    expect(screen.queryByRole('grid')).toBeNull();
    expect(date()).toHaveFocus();
  });

  it('outside of what is possible cannot be picked', () => {
    render(<DateForm start="" />);
    fireEvent.click(screen.getByRole('button', { name: 'Open the calendar' }));
    expect(screen.getByRole('button', { name: 'Saturday, Nov 21, 2026' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Sunday, Nov 22, 2026' })).toHaveAttribute('aria-current', 'date');
    expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  });

  it('is cleared by a button where it may be empty', () => {
    render(<DateForm start="2026-11-27" clearable />);
    fireEvent.click(date());
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onChange.mock.calls).toEqual([['']]);
  });

  it('closes its month alone when it lies in a dialog', () => {
    const onOpenChange = vi.fn();
    render(
      <Dialog open onOpenChange={onOpenChange}>
        <DialogContent title="Plan">
          <DateForm start="2026-11-27" />
        </DialogContent>
      </Dialog>,
    );
    date().focus();
    press('ArrowDown');
    // In the document of the dialog, whose scroll lock lets nothing else scroll.
    const grid = within(screen.getByRole('dialog', { name: 'Plan' })).getByRole('grid');
    press('Escape');
    expect(grid).not.toBeInTheDocument();
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(date()).toHaveFocus();
    press('Escape');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});

describe('a time', () => {
  it('is typed freely and shown on the own clock', () => {
    render(<TimeForm start="" />);
    fireEvent.change(time(), { target: { value: '9:37p' } });
    fireEvent.blur(time());
    expect(onChange.mock.calls).toEqual([['21:37']]);
    expect(time()).toHaveValue('9:37 PM');
  });

  it('goes back to what it was when the words are no time', () => {
    render(<TimeForm start="14:00" />);
    fireEvent.change(time(), { target: { value: 'later' } });
    fireEvent.blur(time());
    expect(time()).toHaveValue('2:00 PM');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is picked by keys, from where it is', () => {
    render(<TimeForm start="14:00" />);
    time().focus();
    press('ArrowDown');
    const active = () => document.getElementById(time().getAttribute('aria-activedescendant') ?? '');
    expect(active()).toHaveTextContent('2:30 PM');
    press('ArrowUp');
    press('ArrowUp');
    expect(active()).toHaveTextContent('1:30 PM');
    press('Enter');
    expect(onChange.mock.calls).toEqual([['13:30']]);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(time()).toHaveFocus();
  });

  it('opens its list at the present time', () => {
    const rowHeight = 36;
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return [...(this.parentElement?.children ?? [])].indexOf(this) * rowHeight;
    });
    render(<TimeForm start="14:00" />);
    fireEvent.click(time());
    expect(screen.getByRole('listbox').scrollTop).toBe(28 * rowHeight);
    vi.restoreAllMocks();
  });

  it('between two of the list starts at the next one', () => {
    render(<TimeForm start="14:10" />);
    time().focus();
    press('ArrowDown');
    press('Enter');
    expect(onChange.mock.calls).toEqual([['14:30']]);
  });

  it('is picked by a click that leaves the focus in the box', () => {
    render(<TimeForm start="14:00" />);
    time().focus();
    fireEvent.click(time());
    const option = screen.getByRole('option', { name: '8:00 AM' });
    expect(fireEvent.mouseDown(option)).toBe(false);
    fireEvent.click(option);
    expect(onChange.mock.calls).toEqual([['08:00']]);
    expect(time()).toHaveFocus();
  });
});
