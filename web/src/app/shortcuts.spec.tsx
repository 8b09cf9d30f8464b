import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useCalendarKeys } from '#features/calendar/use-calendar-keys.ts';
import { SINGLE_KEYS } from '#lib/single-keys.ts';
import { Dialog, DialogContent } from '#ui/index.ts';
import ShortcutsDialog from './palette/shortcuts-dialog.tsx';
import { useHotkeys } from './use-hotkeys.ts';

const ran = { palette: vi.fn(), shortcuts: vi.fn(), onNew: vi.fn(), onToday: vi.fn(), onUndo: vi.fn(() => true) };
type Ran = keyof typeof ran;

function Product({ dialog = false }: { dialog?: boolean }) {
  useHotkeys(ran);
  useCalendarKeys(ran);
  return (
    <>
      <input aria-label="Name" />
      <textarea aria-label="Caption" />
      <button type="button">Day</button>
      <Dialog open={dialog}>
        <DialogContent title="Edit" />
      </Dialog>
    </>
  );
}

/** What a key runs while something has the focus. */
function pressed(key: string, on: Element, held: KeyboardEventInit = {}): Ran[] {
  for (const one of Object.values(ran)) {
    one.mockClear();
  }
  fireEvent.keyDown(on, { key, ...held });
  return (Object.keys(ran) as Ran[]).filter((name) => ran[name].mock.calls.length > 0);
}

const letters = [
  ['?', 'shortcuts'],
  ['n', 'onNew'],
  ['t', 'onToday'],
] as const;

describe('a single key', () => {
  it.each(letters)('%s is a shortcut, except while a person types', (key, what) => {
    render(<Product />);
    expect(pressed(key, screen.getByRole('button', { name: 'Day' }))).toEqual([what]);
    expect(pressed(key, screen.getByLabelText('Name'))).toEqual([]);
    expect(pressed(key, screen.getByLabelText('Caption'))).toEqual([]);
  });

  it.each(letters)('%s is none once single keys are off; keys that are held together stay', (key) => {
    render(<Product />);
    localStorage.setItem(SINGLE_KEYS, 'off');
    const day = screen.getByRole('button', { name: 'Day' });
    expect(pressed(key, day)).toEqual([]);
    expect(pressed('k', day, { ctrlKey: true })).toEqual(['palette']);
    expect(pressed('z', day, { ctrlKey: true })).toEqual(['onUndo']);
  });

  it('of the page is none under a dialog', () => {
    render(<Product dialog />);
    const edit = screen.getByRole('dialog', { name: 'Edit' });
    expect([...pressed('n', edit), ...pressed('t', edit)]).toEqual([]);
  });
});

describe('the list of shortcuts', () => {
  it('names every key by its place, and turns single ones off for as long as the browser keeps it', async () => {
    const { unmount } = render(<ShortcutsDialog open onOpenChange={() => undefined} />);
    for (const place of ['Everywhere', 'Calendar', 'Media Library', 'Writing a post']) {
      expect(screen.getByRole('region', { name: place })).toBeVisible();
    }
    const single = screen.getByRole('switch', { name: 'Use single keys' });
    expect(single).toBeChecked();
    fireEvent.click(single);
    await waitFor(() => expect(single).not.toBeChecked());
    unmount();
    render(<ShortcutsDialog open onOpenChange={() => undefined} />);
    expect(screen.getByRole('switch', { name: 'Use single keys' })).not.toBeChecked();
    expect(localStorage.getItem(SINGLE_KEYS)).toBe('off');
  });
});
