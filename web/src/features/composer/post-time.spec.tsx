import type { BestTimes } from '@postloom/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { check, compose, composerServer, onClose, press, server, write } from './testing/opened-composer.tsx';

const { fetched, sent } = composerServer();
const planned = aPost('00000000-0000-4000-8000-000000000001', '2099-12-15T17:00:00Z', aTarget('pending'));

describe('the time of a post that is edited on a phone', () => {
  it('is one line until somebody changes it', async () => {
    await compose({ post: planned });
    expect(screen.getByText('Tue, Dec 15, 2099, 12:00 PM New York time')).toBeInTheDocument();
    expect(screen.queryByLabelText('Time')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Free times' })).toBeNull();
    const button = screen.getByRole('button', { name: 'Change time' });
    button.focus();
    fireEvent.click(button);
    expect(screen.getByLabelText('Date')).toHaveValue('Dec 15, 2099');
    expect(document.activeElement).toContainElement(screen.getByLabelText('Time'));
    expect(await screen.findByRole('group', { name: 'Free times' })).toBeInTheDocument();
  });

  it('is there to be changed when it is refused, and stays when it is right again', async () => {
    server.answers['PUT /api/posts'] = () =>
      Response.json(
        { error: 'invalid_input', message: 'Please check.', details: [{ path: 'scheduledFor', message: 'Too soon.' }] },
        { status: 400 },
      );
    await compose({ post: planned });
    write('Rye');
    press('Choose');
    press('Save Changes');
    expect(await screen.findByText('Too soon.')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '1 pm' } });
    fireEvent.blur(screen.getByLabelText('Time'));
    expect(screen.queryByText('Too soon.')).toBeNull();
    expect(screen.getByLabelText('Time')).toHaveValue('1:00 PM');
  });

  it('is given up for now, once it has passed', async () => {
    const failed = { ...planned, status: 'failed' as const, scheduledFor: '2020-12-15T17:00:00Z' };
    server.answers['PUT /api/posts'] = () => Response.json({ ...failed, status: 'draft', scheduledFor: null });
    await compose({ post: failed });
    write('Rye');
    press('Publish Now');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT')).toMatchObject([{ scheduledFor: null, status: 'draft' }]);
    const published = () => fetched.mock.calls.filter(([url]) => String(url) === `/api/posts/${failed.id}/publish`);
    await waitFor(() => expect(published()).toHaveLength(1));
  });

  it('goes with its date', async () => {
    await compose({ post: planned });
    fireEvent.click(screen.getByRole('button', { name: 'Change time' }));
    const date = screen.getByLabelText('Date');
    fireEvent.change(date, { target: { value: '' } });
    fireEvent.blur(date);
    expect(screen.getByLabelText('Time')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Publish Now' })).toBeInTheDocument();
  });

  it('says that a draft is scheduled by it', async () => {
    server.answers['PUT /api/posts'] = () => Response.json(planned);
    await compose({ post: { ...planned, status: 'draft' } });
    write('Rye');
    press('Choose');
    press('Schedule Post');
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('Post scheduled successfully!'));
  });

  it('is at hand where there is room', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { matches: true, media }) as unknown as MediaQueryList,
    );
    await compose({ post: planned });
    expect(screen.getByLabelText('Time')).toHaveValue('12:00 PM');
    vi.restoreAllMocks();
  });
});

describe('the time of a new post', () => {
  it('that has passed in the zone of the business is refused at its field, which has the focus', async () => {
    await compose({ initial: { date: '2020-12-15', time: '09:30' } });
    write('Rye');
    press('Choose');
    press('Schedule Post');
    expect(await screen.findByText('Please choose a date and time in the future.')).toBeInTheDocument();
    expect(screen.getByLabelText('Time')).toHaveFocus();
    expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(/Please choose a date and time in the future/);
    expect(sent('POST')).toEqual([]);
  });

  it('is preset for a clicked day: its first free one', async () => {
    await compose({ initial: { date: '2099-12-15' } });
    await waitFor(() => expect(screen.getByLabelText('Time')).toHaveValue('12:00 PM'));
    expect(screen.getByRole('button', { name: 'Schedule Post' })).toBeInTheDocument();
  });

  it('is taken from the free ones with one press', async () => {
    await compose({ initial: { date: '2099-12-15', time: '09:30' } });
    const slots = await screen.findByRole('group', { name: 'Free times' });
    const names = within(slots).getAllByRole('button');
    expect(names.map((one) => one.textContent)).toEqual([
      'Tue, Dec 15, 12:00 PM',
      'Tue, Dec 15, 6:00 PM',
      'Wed, Dec 16, 9:00 AM',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Wed, Dec 16, 9:00 AM' }));
    expect(screen.getByLabelText('Date')).toHaveValue('Dec 16, 2099');
    expect(screen.getByLabelText('Time')).toHaveValue('9:00 AM');
    write('Rye');
    press('Choose');
    press('Schedule Post');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('POST')).toMatchObject([{ scheduledFor: '2099-12-16T14:00:00Z', status: 'scheduled' }]);
  });

  describe('by what was measured', () => {
    const cell = { posts: 12, high: 60, reason: 'Judging by your 12 posts, most likely between 4% and 60% more.' };
    const own: BestTimes = {
      ...{ basis: 'own', posts: 40 },
      cells: [
        { ...cell, weekday: 3, hour: 18, score: 23.4, low: 4 },
        { ...cell, weekday: 2, hour: 12, score: 9, low: -2 },
      ],
    };
    const asked = () =>
      fetched.mock.calls
        .map(([address]) => new URL(String(address), location.origin))
        .filter(({ pathname }) => pathname === '/api/best-times')
        .map(({ search }) => search);
    const offered = async () =>
      within(await screen.findByRole('group', { name: 'Free times' }))
        .getAllByRole('button')
        .map((one) => one.textContent);

    it('is offered at the times that did better, each with its reason, for the platforms that are chosen', async () => {
      server.bestTimes = () => Promise.resolve(Response.json(own));
      await compose({ initial: { date: '2099-12-15', time: '09:30' } });
      await waitFor(async () =>
        expect(await offered()).toEqual([
          'Tue, Dec 15, 12:00 PM',
          'Tue, Dec 15, 6:00 PM',
          'Wed, Dec 16, 6:00 PM: About 23% above usual, 12 posts',
        ]),
      );
      const name = /^Wed, Dec 16, 6:00 PM: ?About 23% above usual, 12 posts$/;
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(cell.reason);
      expect(screen.queryByText(cell.reason)).toBeNull();
      press(name);
      expect(await screen.findByRole('button', { name, pressed: true })).toBeInTheDocument();
      expect(screen.getByText(cell.reason)).toBeInTheDocument();
      expect(screen.getByLabelText('Date')).toHaveValue('Dec 16, 2099');
      expect(screen.getByLabelText('Time')).toHaveValue('6:00 PM');
      expect(asked()).toEqual(['?platforms=instagram']);
      check('X (Twitter)');
      await waitFor(() => expect(asked().at(-1)).toBe('?platforms=instagram%2Ctwitter'));
    });

    it.each([
      ['slow', () => new Promise<Response>(() => undefined)],
      ['away', () => Promise.resolve(Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 }))],
    ])(
      'waits for nothing while the figures are %s: usual times, no figure, and no word about it',
      async (_, answer) => {
        server.bestTimes = answer;
        await compose({ initial: { date: '2099-12-15', time: '09:30' } });
        await waitFor(() => expect(asked()).not.toEqual([]));
        expect(await offered()).toEqual(['Tue, Dec 15, 12:00 PM', 'Tue, Dec 15, 6:00 PM', 'Wed, Dec 16, 9:00 AM']);
        expect(currentToasts()).toEqual([]);
      },
    );
  });
});
