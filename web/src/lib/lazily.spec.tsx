import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { optionally } from './lazily.ts';

describe('a part that is optional', () => {
  it('is there as soon as its code is', async () => {
    const code = Promise.withResolvers<{ default: (props: { name: string }) => string }>();
    const Part = optionally(() => code.promise);
    const { rerender } = render(<Part name="Ada" />);
    expect(document.body).toHaveTextContent('');
    await act(async () => code.resolve({ default: ({ name }) => `Hello ${name}` }));
    expect(await screen.findByText('Hello Ada')).toBeVisible();
    rerender(<Part name="Ben" />);
    expect(screen.getByText('Hello Ben')).toBeVisible();
  });

  it('is missed by nobody when its code cannot be fetched', async () => {
    const failure = new TypeError('Failed to fetch');
    const Part = optionally<{ name: string }>(() => Promise.reject(failure));
    render(
      <main>
        <Part name="Ada" />
        The page
      </main>,
    );
    await act(async () => undefined);
    expect(screen.getByText('The page')).toBeVisible();
  });
});
