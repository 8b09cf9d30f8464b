import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TimeField } from './time-field.tsx';

function Form() {
  const [time, setTime] = useState('09:00');
  return <TimeField aria-label="Time" value={time} onChange={setTime} />;
}

it('closes its list before Tab leaves it: a dialog takes the focus when something goes while nothing has it', () => {
  render(<Form />);
  const box = screen.getByRole('combobox', { name: 'Time' });
  box.focus();
  fireEvent.change(box, { target: { value: '7:30' } });
  expect(screen.getByRole('listbox')).toBeInTheDocument();
  fireEvent.keyDown(box, { key: 'Tab' });
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.blur(box);
  expect(box).toHaveValue('7:30 AM');
});
