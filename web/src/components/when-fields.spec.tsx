import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { WhenFields, WhenText } from './when-fields.tsx';

const field = () => ({ field: { value: '', ref: () => undefined }, fieldState: {} });

it('the date of a post is today or later, in the zone of the business', () => {
  const onChange = vi.fn();
  const now = new Date('2026-11-22T12:00:00Z');
  render(
    <WhenFields
      {...{ id: 'when', date: field(), time: field(), onChange, timeZone: 'Pacific/Auckland', now, moment: null }}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Open the calendar' }));
  expect(screen.getByRole('button', { name: 'Sunday, Nov 22, 2026' })).toBeDisabled();
  fireEvent.click(screen.getByRole('button', { name: 'Monday, Nov 23, 2026' }));
  expect(onChange).toHaveBeenCalledWith({ date: '2026-11-23' });
});

it('names a zone without a place as people know it, not by its reversed name', () => {
  render(<WhenText timeZone="Etc/GMT+5" now={new Date('2026-11-20T15:00:00Z')} moment={null} time="" />);
  expect(screen.getByText(/^GMT-5 \(GMT-5\), now 10:00/)).toBeInTheDocument();
});

it('does not promise a time that has passed', () => {
  const moment = { kind: 'plain', instant: '2026-11-10T15:00:00Z', clock: '15:00' } as const;
  render(<WhenText timeZone="UTC" now={new Date('2026-11-20T15:00:00Z')} moment={moment} time="15:00" />);
  expect(screen.getByText(/^This time has passed:/)).toHaveTextContent('Tue, Nov 10, 3:00 PM UTC.');
  expect(screen.queryByText(/Goes out/)).toBeNull();
});
