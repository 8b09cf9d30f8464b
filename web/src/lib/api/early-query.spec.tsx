import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient, useEarlyQuery } from './index.ts';

const never = new Promise<never>(() => undefined);

/** What it reads, beside something that keeps all of it from being shown. */
function show(useIt: typeof useQuery | typeof useEarlyQuery, isHeldBack: boolean) {
  const read = vi.fn(() => Promise.resolve('Twelve loaves'));
  const Reader = () => useIt({ queryKey: ['loaves'], queryFn: read }).data ?? 'Counting';
  const HeldBack = () => use(never);
  const client = createQueryClient();
  const view = () =>
    render(
      <QueryClientProvider client={client}>
        <Suspense fallback="Loading">
          <Reader />
          {isHeldBack ? <HeldBack /> : null}
        </Suspense>
      </QueryClientProvider>,
    );
  return { read, view };
}

describe('a read that is early', () => {
  it('asks while it is rendered, before anything of it is shown', () => {
    const early = show(useEarlyQuery, true);
    early.view();
    expect(early.read).toHaveBeenCalledTimes(1);
    const usual = show(useQuery, true);
    usual.view();
    expect(usual.read).not.toHaveBeenCalled();
  });

  it('asks once, and not again for a screen that opens later', async () => {
    const { read, view } = show(useEarlyQuery, false);
    const { unmount } = view();
    expect(await screen.findByText('Twelve loaves')).toBeTruthy();
    unmount();
    view();
    await act(async () => undefined);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
