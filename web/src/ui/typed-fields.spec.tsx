import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { DateField } from './date-field.tsx';
import { TimeField } from './time-field.tsx';

function Form() {
  const [time, setTime] = useState('09:00');
  const [day, setDay] = useState('2099-11-20');
  return (
    <>
      <TimeField aria-label="Time" value={time} onChange={setTime} />
      <DateField aria-label="Day" value={day} onChange={setDay} />
      <output>
        {time} {day}
      </output>
    </>
  );
}

// A dialog takes the focus when something goes from it while nothing has the focus, as between two fields.
describe('what is typed into a field is taken before Tab leaves it', () => {
  it('a time, whose list closes', () => {
    render(<Form />);
    const box = screen.getByRole('combobox', { name: 'Time' });
    fireEvent.change(box, { target: { value: '7:30' } });
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    fireEvent.keyDown(box, { key: 'Tab' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent('07:30 2099-11-20');
  });

  it('a day', () => {
    render(<Form />);
    const box = screen.getByRole('textbox', { name: 'Day' });
    fireEvent.change(box, { target: { value: '11/25/2099' } });
    fireEvent.keyDown(box, { key: 'Tab' });
    expect(screen.getByRole('status')).toHaveTextContent('09:00 2099-11-25');
  });
});
