import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazily } from '#lib/lazily.ts';
import type { temporalReady } from '#lib/zoned-time.ts';
import { Dialog, DialogContent } from '#ui/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { DialogBoundary, RootBoundary, SectionBoundary, ToastBoundary } from './boundaries.tsx';
import { isDialogOpen } from '#lib/is-dialog-open.ts';

function Broken(): never {
  throw new TypeError('Cannot read properties of undefined');
}

beforeEach(() => {
  // React repeats what a boundary has caught on the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  act(() => clearToasts());
  vi.restoreAllMocks();
});

/** A page with a dialog behind a button. */
function Page({ Inside }: { Inside: (props: object) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <DialogBoundary onFailed={() => setOpen(false)}>
        <Suspense fallback={null}>{open ? <Inside /> : null}</Suspense>
      </DialogBoundary>
    </>
  );
}

describe('a dialog that crashes', () => {
  it('closes with a word, and the page goes on', () => {
    render(<Page Inside={Broken} />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(currentToasts()[0]?.title).toBe('Something went wrong');
    expect(screen.getByRole('button', { name: 'Open' })).toBeInTheDocument();
  });

  it('whose code could not be fetched opens at the next try', async () => {
    const load = vi.fn<() => Promise<{ default: () => ReactNode }>>();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    load.mockResolvedValueOnce({ default: () => <p>Here it is</p> });
    render(<Page Inside={lazily(load)} />);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Open' })));
    expect(currentToasts()[0]?.title).toBe('Something went wrong');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Open' })));
    expect(await screen.findByText('Here it is')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('a section that crashes', () => {
  it('says so in its place and tries again', () => {
    let broken = true;
    function Part() {
      if (broken) {
        throw new Error('broken');
      }
      return <p>fine</p>;
    }
    render(
      <SectionBoundary>
        <Part />
      </SectionBoundary>,
    );
    expect(screen.getByText('Something went wrong')).toBeInTheDocument();
    expect(
      screen.getByText('We encountered an error loading this section. Please try refreshing.'),
    ).toBeInTheDocument();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('fine')).toBeInTheDocument();
  });
});

it('a toast whose code cannot be fetched takes nothing from the page, and the next one asks for it again', async () => {
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce({ default: () => <p>Saved</p> });
  const Toaster = lazily(load);
  const page = (toast: string) => (
    <RootBoundary>
      <h1>Schedule</h1>
      <ToastBoundary resetKey={toast}>
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      </ToastBoundary>
    </RootBoundary>
  );
  const { rerender } = await act(async () => render(page('1')));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading', { name: 'Schedule' })).toBeInTheDocument();
  await act(async () => rerender(page('2')));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
});

it('a page that crashes as a whole is not white and offers to reload', () => {
  render(
    <RootBoundary>
      <Broken />
    </RootBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
});

it('the calendar of the browser is asked for again after a failed fetch', async () => {
  const api = {} as Awaited<ReturnType<typeof temporalReady>>;
  const load = vi.fn<() => Promise<typeof api>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockResolvedValue(api);
  vi.resetModules();
  const { temporalReady: ready } = await import('#lib/zoned-time.ts');
  await expect(ready(load)).rejects.toThrow('Failed to fetch');
  await expect(ready(load)).resolves.toBe(api);
  await expect(ready(load)).resolves.toBe(api);
  expect(load).toHaveBeenCalledTimes(2);
  // Other files of this worker must not meet the empty calendar.
  vi.resetModules();
});

it('a modal dialog is known to be open, so that nothing is switched under it', () => {
  expect(isDialogOpen()).toBe(false);
  render(
    <Dialog open>
      <DialogContent title="Upload Photos">photos</DialogContent>
    </Dialog>,
  );
  expect(isDialogOpen()).toBe(true);
});
