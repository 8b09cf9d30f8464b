import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NewReleaseButton } from '../shell/new-release-button.tsx';
import { startWorker } from './new-release.ts';

const update = vi.fn(() => Promise.resolve());
const register = vi.fn(() => Promise.resolve({ update }));
const reload = vi.fn();
let workers: EventTarget;
let stop: () => void;

const tell = (data: unknown) => act(() => void workers.dispatchEvent(new MessageEvent('message', { data })));
const button = () => screen.queryByRole('button', { name: 'A new version of Postloom is ready. Update' });

beforeEach(async () => {
  vi.useFakeTimers();
  document.head.insertAdjacentHTML('beforeend', '<script type="module" src="/assets/index-one.js"></script>');
  workers = Object.assign(new EventTarget(), { register });
  render(<NewReleaseButton reload={reload} />);
  stop = await startWorker(workers as unknown as ServiceWorkerContainer);
});
afterEach(() => {
  act(() => stop());
  document.head.querySelector('script[src="/assets/index-one.js"]')?.remove();
  vi.clearAllMocks();
  vi.useRealTimers();
});

it('is offered, and taken when the person says so', () => {
  tell({ release: '/assets/index-two.js' });
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(button()!);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is nothing to a page that is of it already', () => {
  tell({ release: '/assets/index-one.js' });
  tell('a word of somebody else');
  tell(null);
  expect(button()).toBeNull();
});

it('is looked for when the person comes back, once an hour', () => {
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
  comeBack();
  expect(update).not.toHaveBeenCalled();
  vi.advanceTimersByTime(61 * 60_000);
  comeBack();
  comeBack();
  expect(update).toHaveBeenCalledTimes(1);
  expect(register.mock.calls).toEqual([['/sw.js', { updateViaCache: 'none' }]]);
});
