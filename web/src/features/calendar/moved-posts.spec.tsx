import type { Post } from '@postloom/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentToasts } from '#ui/toast-store.ts';
import {
  server,
  sent,
  calendarServer,
  show,
  dayOfPost,
  card,
  press,
  rye,
  out,
  draft,
  id,
} from './testing/shown-calendar.tsx';

const fetched = calendarServer();

async function carry(post: Post, ...keys: string[]) {
  act(() => card(post).focus());
  press(' ');
  for (const key of keys) {
    press(key);
  }
  await act(async () => Promise.resolve());
}

describe('a post that is moved', () => {
  it('goes with Space, arrows and Enter, keeps its time, and shows at once', async () => {
    await show();
    let put: (response: Response) => void = () => undefined;
    const answered = fetched.getMockImplementation();
    fetched.mockImplementation((url, init) =>
      init?.method === 'PUT'
        ? new Promise((resolve) => {
            put = resolve;
            sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
          })
        : (answered?.(url, init) ?? Promise.reject(new Error('No answer.'))),
    );
    await carry(rye, 'ArrowRight', 'ArrowDown', 'Enter');
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-20'));
    expect(card(rye)).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(card(rye)).toHaveFocus());
    expect(sent).toEqual([{ scheduledFor: '2099-11-20T15:00:00Z', status: 'scheduled', version: 1 }]);
    server.posts = [{ ...rye, scheduledFor: '2099-11-20T15:00:00Z', version: 2 }];
    put(Response.json(server.posts[0]));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post rescheduled'));
    await waitFor(() => expect(card(rye)).not.toHaveAttribute('aria-busy'));
    expect(dayOfPost(rye)).toBe('2099-11-20');
  });

  it('goes back when the server refuses it, with the reason', async () => {
    server.refusal = 'This post is being published and can no longer be changed.';
    await show();
    await carry(rye, 'ArrowRight', 'Enter');
    await waitFor(() => expect(currentToasts()[0]?.description).toBe(server.refusal));
    expect(dayOfPost(rye)).toBe('2099-11-12');
  });

  it('is put back with Ctrl+Z, from its new version', async () => {
    await show();
    await carry(rye, 'ArrowRight', 'Enter');
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post rescheduled'));
    press('z', { ctrlKey: true });
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Undone'));
    expect(currentToasts()[0]?.description).toBe(`“${rye.caption}” is back where it was.`);
    expect(sent[1]).toEqual({ scheduledFor: '2099-11-12T15:00:00Z', status: 'scheduled', version: 2 });
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-12'));
    sent.length = 0;
    press('z', { ctrlKey: true });
    expect(sent).toEqual([]);
  });

  it('is picked up by a key whose release presses no day', async () => {
    await show();
    const space = { key: ' ' };
    expect(fireEvent.keyUp(card(rye), space)).toBe(true);
    card(rye).focus();
    fireEvent.keyDown(card(rye), space);
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-day'));
    expect(fireEvent.keyUp(document.activeElement!, space)).toBe(false);
  });

  it('stays with Escape', async () => {
    await show();
    await carry(rye, 'ArrowRight', 'Escape');
    expect(sent).toEqual([]);
    await waitFor(() => expect(card(rye)).toHaveFocus());
  });

  it('stays when it is published, and says why', async () => {
    await show();
    await carry(out, 'ArrowRight', 'Enter');
    expect(currentToasts()[0]?.description).toContain('is published');
    expect(sent).toEqual([]);
  });
});

describe('a post on its way to another day', () => {
  it('is not picked up a second time', async () => {
    await show();
    const answered = fetched.getMockImplementation();
    fetched.mockImplementation((url, init) => {
      if (init?.method === 'PUT') {
        sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
        return new Promise(() => undefined);
      }
      return answered?.(url, init) ?? Promise.reject(new Error('No answer.'));
    });
    await carry(rye, 'ArrowRight', 'Enter');
    await waitFor(() => expect(card(rye)).toHaveAttribute('aria-busy', 'true'));
    await carry(rye, 'ArrowRight', 'Enter');
    expect(sent).toHaveLength(1);
    expect(dayOfPost(rye)).toBe('2099-11-13');
  });
});

describe('more of a post beside its card', () => {
  beforeAll(() => import('./components/calendar-popovers.ts'));
  afterEach(() => vi.restoreAllMocks());

  const hover = async (post: Post) => {
    fireEvent.pointerOver(card(post), { pointerType: 'mouse' });
    return within(await screen.findByRole('tooltip'));
  };

  it('says of a published one why it stays where it is, and its cursor does not offer to drag it', async () => {
    await show();
    expect(card(out)).not.toHaveClass('cursor-grab');
    expect(card(out)).toHaveClass('active:cursor-not-allowed');
    expect(card(rye)).toHaveClass('cursor-grab');
    const more = await hover(out);
    expect(more.getByText(/is published/)).toBeInTheDocument();
    expect(more.getByText('Published')).toBeInTheDocument();
    expect(more.queryByText(/Drag it to another day/)).toBeNull();
  });

  it('is not what comes to lie beneath a pointer that rests', async () => {
    await show();
    const at = { pointerType: 'mouse', clientX: 40, clientY: 50 };
    fireEvent.pointerMove(card(out), at);
    vi.useFakeTimers();
    fireEvent.pointerOver(card(rye), at);
    act(() => void vi.advanceTimersByTime(2_000));
    vi.useRealTimers();
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.pointerOver(card(rye), { ...at, clientX: 41 });
    expect(await screen.findByRole('tooltip')).toBeInTheDocument();
  });

  it('has the zone of the business, and the time of a reader in another one', async () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    const ofMachine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
      const options = resolvedOptions.call(this);
      return options.timeZone === ofMachine ? { ...options, timeZone: 'Europe/Berlin' } : options;
    });
    await show();
    const more = await hover(rye);
    expect(more.getByText('Thu, Nov 12, 2099, 10:00 AM New York time')).toBeInTheDocument();
    expect(more.getByText('For you that is Thu, Nov 12, 2099, 4:00 PM Berlin time.')).toBeInTheDocument();
    expect(screen.getByText(/^Days and times in New York/)).toHaveTextContent('Your device is on Berlin time.');
  });
});

describe('chosen posts', () => {
  afterEach(() => vi.useRealTimers());

  const choose = async (...some: Post[]) => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Select' }));
    for (const post of some) {
      fireEvent.click(card(post));
    }
    expect(
      await screen.findByText(
        some.length === 0
          ? 'Click posts to select them'
          : some.length === 1
            ? '1 post selected'
            : `${some.length} posts selected`,
      ),
    ).toBeInTheDocument();
  };

  it('are left with Escape, and the calendar has the focus', async () => {
    await choose(rye);
    press('Escape');
    await waitFor(() => expect(screen.queryByText('1 post selected')).toBeNull());
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-day'));
  });

  it('are moved by days together, and those that cannot be are named with the reason', async () => {
    await choose(rye, out);
    fireEvent.click(screen.getByRole('button', { name: 'Reschedule' }));
    fireEvent.click(await screen.findByRole('button', { name: '7 days later' }));
    const report = await screen.findByRole('dialog', { name: '1 post rescheduled, 1 not changed' });
    expect(within(report).getByText('Gone out')).toBeInTheDocument();
    expect(within(report).getByText(/is published/)).toBeInTheDocument();
    expect(sent).toEqual([{ scheduledFor: '2099-11-19T15:00:00Z', status: 'scheduled', version: 1 }]);
  });

  it('are all that can be changed with one click', async () => {
    await choose();
    const all = screen.getByRole('button', { name: 'Select all' });
    all.focus();
    fireEvent.click(all);
    expect(await screen.findByText('1 post selected')).toBeInTheDocument();
    expect(all).toHaveFocus();
    expect(all).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Unschedule' }));
    await waitFor(() => expect(sent).toEqual([{ scheduledFor: null, status: 'draft', version: 1 }]));
  });

  it('stay chosen when all others are chosen too', async () => {
    await choose(out);
    fireEvent.click(screen.getByRole('button', { name: 'Select all' }));
    expect(await screen.findByText('2 posts selected')).toBeInTheDocument();
  });

  it('are none of the days that the list has folded up', async () => {
    vi.useFakeTimers({ now: new Date('2099-11-12T12:00:00Z'), toFake: ['Date'] });
    const past: Post = { ...draft, id: id(4), scheduledFor: '2099-11-05T15:00:00Z' };
    server.posts = [past, rye];
    await show('?view=list&month=2099-11');
    fireEvent.click(screen.getByRole('button', { name: 'Select' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Select all' }));
    expect(await screen.findByText('1 post selected')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Unschedule' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(server.posts.find((post) => post.id === past.id)).toEqual(past);
  });

  it('become drafts in the tray', async () => {
    await choose(rye);
    fireEvent.click(screen.getByRole('button', { name: 'Unschedule' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Moved to drafts'));
    expect(dayOfPost(rye)).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: /^Unscheduled/ }));
    expect(within(screen.getByRole('list', { name: 'Drafts to schedule' })).getByText('Rye')).toBeInTheDocument();
  });

  it('that are deleted do not go out from then on, and come back with Undo', async () => {
    await choose(rye);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post deleted'));
    expect(sent).toEqual([{ scheduledFor: rye.scheduledFor, status: 'draft', version: 1 }]);
    expect(dayOfPost(rye)).toBeUndefined();
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-12'));
    expect(sent[1]).toEqual({ scheduledFor: rye.scheduledFor, status: 'scheduled', version: 2 });
  });

  it('are deleted for good when the page is left', async () => {
    await choose(rye);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post deleted'));
    cleanup();
    await waitFor(() => expect(sent.at(-1)).toEqual({ deleted: rye.id }));
  });
});
