import { act, render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { fetchAhead, lazily, optionally } from './lazily.ts';

describe('a part whose code comes when it is shown', () => {
  const code = { default: ({ name }: { name: string }): ReactNode => `Hello ${name}` };
  const shown = (Part: typeof code.default) =>
    render(
      <Suspense fallback="Loading">
        <Part name="Ada" />
      </Suspense>,
    );

  it('is in the first render where its code was fetched ahead', async () => {
    const load = vi.fn(async () => code);
    await fetchAhead(load);
    shown(lazily(load));
    expect(document.body).toHaveTextContent(/^Hello Ada$/);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is fetched once more when it could not be fetched ahead', async () => {
    const load = vi.fn(async () => code).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await fetchAhead(load);
    shown(lazily(load));
    expect(document.body).toHaveTextContent(/^Loading$/);
    expect(await screen.findByText('Hello Ada')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is fetched in the way that is asked for', async () => {
    const load = vi.fn(async () => code);
    const waiting = Promise.withResolvers<void>();
    shown(lazily(load, (once) => waiting.promise.then(once)));
    expect(load).not.toHaveBeenCalled();
    await act(async () => waiting.resolve());
    expect(await screen.findByText('Hello Ada')).toBeVisible();
  });
});

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
