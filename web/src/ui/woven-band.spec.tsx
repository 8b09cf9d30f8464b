import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Progress } from './progress.tsx';
import { weftIsOver, WovenBand } from './woven-band.tsx';

describe('woven band', () => {
  it('is a plain weave: every crossing differs from its four neighbours', () => {
    for (let day = 0; day < 7; day++) {
      for (let thread = 0; thread < 5; thread++) {
        expect(weftIsOver(day, thread)).not.toBe(weftIsOver(day + 1, thread));
        expect(weftIsOver(day, thread)).not.toBe(weftIsOver(day, thread + 1));
      }
    }
  });

  it('draws one knot per post and is read out only when it has a label', () => {
    const knots = [
      { day: 0, thread: 0, status: 'published' },
      { day: 3, thread: 1, status: 'draft' },
    ] as const;
    const { container, rerender } = render(<WovenBand days={7} threads={['woad', 'weld']} knots={knots} />);
    expect(container.querySelectorAll('g[transform]')).toHaveLength(2);
    expect(screen.queryByRole('img')).toBeNull();
    rerender(<WovenBand days={7} threads={['woad', 'weld']} knots={knots} label="Two posts this week" />);
    expect(screen.getByRole('img', { name: 'Two posts this week' })).toBeInTheDocument();
  });
});

describe('field', () => {
  it('binds hint and error to its control and announces the error', () => {
    render(
      <Field label="Name" hint="As on the door" error="Business name is required" required>
        <Input />
      </Field>,
    );
    const control = screen.getByLabelText(/Name/);
    expect(control).toHaveAccessibleDescription('Business name is required As on the door');
    expect(control).toBeInvalid();
    expect(control).toBeRequired();
    expect(screen.getByRole('alert')).toHaveTextContent('Business name is required');
  });
});

describe('progress', () => {
  it.each([
    [Number.NaN, '0'],
    [-4, '0'],
    [130, '100'],
    [42.4, '42'],
  ])('brings %s into 0 to 100', (value, shown) => {
    render(<Progress value={value} label="Posts" valueText="Unlimited posts" />);
    expect(screen.getByRole('progressbar', { name: 'Posts' })).toHaveAttribute('aria-valuenow', shown);
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Unlimited posts');
  });
});
