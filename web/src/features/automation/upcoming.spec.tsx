import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { UpcomingOccurrences } from './components/upcoming-occurrences.tsx';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { dailySchedule as schedule } from '#data/testing/schedules.ts';

const occurrences = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    anOccurrence(`2099-01-${String(index + 1).padStart(2, '0')}T09:00`, { scheduleId: schedule.id }),
  );
const fetched = stubbedFetch();
const preferences = { defaultCaptionStyle: 'casual', includeHashtags: true, autoGenerateCaptions: true };
const isPreferences = (url: unknown) => String(url).endsWith('/api/user/settings');

function show(shown = schedule) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UpcomingOccurrences schedule={shown} photoPicker={() => null} />
    </QueryClientProvider>,
  );
}

describe('the next posts of a schedule', () => {
  it('keep their button while more of them are read', async () => {
    const more = Promise.withResolvers<Response>();
    const pages = [Promise.resolve(Response.json(occurrences(5))), more.promise];
    fetched.mockImplementation((url) =>
      isPreferences(url) ? Promise.resolve(Response.json(preferences)) : (pages.shift() ?? more.promise),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('button', { name: 'Loading...' })).toBeInTheDocument();
    more.resolve(Response.json(occurrences(7)));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(7));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it.each([
    [true, 'The caption is written shortly before the post goes out.'],
    [false, 'Waits for your caption. Automatic captions are off.'],
  ])('say who writes their captions, automatic ones being on: %s', async (autoGenerateCaptions, words) => {
    fetched.mockImplementation((url) =>
      Promise.resolve(Response.json(isPreferences(url) ? { ...preferences, autoGenerateCaptions } : occurrences(1))),
    );
    show();
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('wait for the day on which a paused schedule resumes by itself, and nobody is asked to resume it before', async () => {
    fetched.mockImplementation((url) => Promise.resolve(Response.json(isPreferences(url) ? preferences : [])));
    show({ ...schedule, isActive: false, pausedUntil: '2099-12-24', nextPostDate: null });
    expect(
      await screen.findByText('Nothing goes out until this schedule resumes by itself on Dec 24, 2099.'),
    ).toBeVisible();
  });

  it('have the caption again that a reload interrupted, until it is given up or saved', async () => {
    const [first] = occurrences(1);
    fetched.mockImplementation((url, init) =>
      Promise.resolve(Response.json(init?.method === 'PUT' ? first : isPreferences(url) ? preferences : [first])),
    );
    const openForm = async () => {
      cleanup();
      show();
      fireEvent.click(await screen.findByRole('button', { name: /^Edit / }));
      return screen.findByLabelText('Caption');
    };
    const typed = { target: { value: 'Rye, warm from the oven' } };
    fireEvent.change(await openForm(), typed);
    expect(await openForm()).toHaveValue('Rye, warm from the oven');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await openForm()).toHaveValue('');
    fireEvent.change(screen.getByLabelText('Caption'), typed);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Success'));
    expect(await openForm()).toHaveValue('');
  });

  it('say in their form how another day is reached, and leave skipping to the list', async () => {
    fetched.mockImplementation((url) =>
      Promise.resolve(Response.json(isPreferences(url) ? preferences : occurrences(1))),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: /^Edit / }));
    expect(
      await screen.findByText(/^On the same day, .* For another day, skip this post and schedule a new one\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Skip this post' })).toBeNull();
  });

  it('lead to the post of one whose words are written', async () => {
    const postId = '00000000-0000-4000-8000-0000000000bb';
    const [first] = occurrences(1);
    fetched.mockImplementation((url) =>
      Promise.resolve(Response.json(isPreferences(url) ? preferences : [{ ...first, status: 'posted', postId }])),
    );
    show();
    const edit = await screen.findByRole('link', { name: /^Edit the post on/ });
    expect(edit).toHaveAttribute('href', `/schedule?post=${postId}`);
  });

  it('name their schedule when one is skipped', async () => {
    const [first] = occurrences(1);
    fetched.mockImplementation((url, init) =>
      Promise.resolve(
        Response.json(
          init?.method === 'PUT' ? { ...first, status: 'skipped' } : isPreferences(url) ? preferences : [first],
        ),
      ),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: /^Skip the post on/ }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Skipped', tone: 'success' }));
    expect(currentToasts()[0]?.description).toMatch(new RegExp(`^“${schedule.name}”: .*Jan 1`));
  });

  it('tell of a skip that was refused although another one followed it at once', async () => {
    fetched.mockImplementation((url, init) => {
      if (init?.method !== 'PUT') {
        return Promise.resolve(Response.json(isPreferences(url) ? preferences : occurrences(2)));
      }
      const refusal = Response.json(
        { error: 'publishing', message: 'It has passed.', requestId: 'r' },
        { status: 409 },
      );
      return String(url).includes('2099-01-01') ? Promise.resolve(refusal) : new Promise(() => undefined);
    });
    show();
    const [first, second] = await screen.findAllByRole('button', { name: /^Skip the post on/ });
    if (!first || !second) {
      throw new Error('There are no two posts to skip.');
    }
    fireEvent.click(first);
    fireEvent.click(second);
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Error', description: 'It has passed.' }));
  });
});
