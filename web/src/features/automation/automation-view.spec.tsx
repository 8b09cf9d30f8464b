import type { Occurrence, Platform, Post, RecurringSchedule, UserLimits } from '@postloom/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitsQuery } from '#data/limits.ts';
import { freeLimits } from '#data/testing/limits.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { dailySchedule } from '#data/testing/schedules.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { AutomationView } from './components/automation-view.tsx';

/** What the specification fixes for Automation. */
const fetched = stubbedFetch();
const paused: RecurringSchedule = {
  ...dailySchedule,
  ...{ id: '00000000-0000-4000-8000-000000000002', name: 'Cake on Sundays', isActive: false, nextPostDate: null },
};
let schedules: RecurringSchedule[];
let fails: boolean;
let limits: UserLimits;
let coming: Occurrence[];
let past: Occurrence[];
let posts: Post[];
let sent: { method: string; body: Record<string, unknown> }[];

beforeAll(() => import('./components/schedule-dialog.tsx'), 60_000);
beforeAll(() => import('./components/occurrence-history.tsx'), 60_000);
beforeEach(() => {
  schedules = [];
  fails = false;
  limits = freeLimits;
  coming = [];
  past = [];
  posts = [];
  sent = [];
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (init?.method && init.method !== 'GET') {
      const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
      sent.push({ method: init.method, body });
      return Promise.resolve(
        fails
          ? new Response('', { status: 502 })
          : init.method === 'DELETE'
            ? new Response(null, { status: 204 })
            : Response.json(
                { ...dailySchedule, ...body, startDate: dailySchedule.startDate },
                { status: init.method === 'POST' ? 201 : 200 },
              ),
      );
    }
    if (pathname === '/api/user/limits') {
      return Promise.resolve(Response.json(limits));
    }
    if (pathname.endsWith('/upcoming')) {
      return Promise.resolve(Response.json(coming));
    }
    if (pathname.endsWith('/occurrences')) {
      return Promise.resolve(Response.json(past));
    }
    const rows = { '/api/recurring-schedules': schedules, '/api/posts': posts }[pathname] ?? [];
    return Promise.resolve(Response.json({ data: rows, nextCursor: null, total: rows.length }));
  });
});

async function show(connected: readonly Platform[] = ['instagram']): Promise<QueryClient> {
  const client = createQueryClient();
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <AutomationView
          timeZone="UTC"
          connected={new Set(connected)}
          waiting={new Set()}
          onUpload={() => undefined}
          platformPicker={({ value, onChange, error }) => (
            <>
              <button type="button" onClick={() => onChange([])}>
                {value.join(', ')}
              </button>
              {error ? <p role="alert">{error}</p> : null}
            </>
          )}
          photoPicker={() => null}
        />
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  return client;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const form = async () => within(await screen.findByRole('dialog', { name: 'Create Schedule' }));
const told = (title: string, description: string) =>
  waitFor(() => expect(currentToasts()[0]).toMatchObject({ title, description }));

describe('automation', () => {
  it('has its title, its subtitle, and leads on from nothing', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1, name: 'Automation' })).toBeVisible();
    expect(screen.getByText(/^Recurring post schedules/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create Schedule' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No automation schedules yet' })).toBeVisible();
    press('Create Your First Schedule');
    await form();
  });

  it('says of a schedule that runs no more that it has ended', async () => {
    schedules = [{ ...dailySchedule, endDate: '2026-01-31', nextPostDate: null }];
    await show();
    expect(screen.getByText('Ended')).toBeVisible();
    expect(screen.queryByText('Active')).toBeNull();
  });

  it('shows each schedule with its frequency, its time, and whether it runs', async () => {
    schedules = [dailySchedule, paused];
    await show();
    const cards = within(screen.getByRole('list', { name: 'Schedules' }))
      .getAllByRole('region')
      .map((card) => within(card));
    expect(cards).toHaveLength(2);
    expect(cards[0]?.getByText('Bread of the day')).toBeVisible();
    expect(cards[0]?.getByText('Active')).toBeVisible();
    expect(cards[0]?.getByText('Every Day')).toBeVisible();
    expect(cards[0]?.getByText('9:00 AM')).toBeVisible();
    expect(cards[1]?.getByText('Paused')).toBeVisible();
    for (const action of ['Pause', 'Edit', 'Delete']) {
      expect(cards[0]?.getByRole('button', { name: `${action} Bread of the day` })).toBeVisible();
    }
  });

  it('says of an occurrence that is over what became of its post', async () => {
    const [late, draftedId] = ['00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000012'] as const;
    schedules = [dailySchedule];
    past = [
      anOccurrence('2026-11-21T09:00', { status: 'posted', postId: late }),
      anOccurrence('2026-11-20T09:00', { status: 'drafted', postId: draftedId }),
      anOccurrence('2026-11-19T09:00', { status: 'skipped', reason: 'Its post was deleted.' }),
    ];
    posts = [
      { ...aPost(late, '2026-11-21T09:00:00Z', aTarget('failed')), status: 'failed' },
      { ...aPost(draftedId, '2026-11-20T09:00:00Z', aTarget('published')), status: 'published' },
    ];
    await show();
    press(/^History/);
    const history = within(await screen.findByRole('list', { name: 'History of Bread of the day' }));
    await history.findByText('Failed');
    const rows = history.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/Failed.*Open the post/),
      expect.stringMatching(/Posted.*Open the post/),
      expect.stringMatching(/Skipped.*Its post was deleted/),
    ]);
  });

  it('says until when posts are skipped while the plan has none left, as long as a schedule runs', async () => {
    const skipped = 'Your plan has no posts left for this period. Recurring posts are skipped until Dec 1, 2026.';
    schedules = [dailySchedule, paused];
    const client = await show();
    await waitFor(() => expect(client.getQueryData(limitsQuery(null).queryKey)).toEqual(limits));
    expect(screen.queryByText(skipped)).toBeNull();
    cleanup();
    limits = { ...freeLimits, postsUsed: '5', canCreatePost: false };
    await show();
    expect(await screen.findByText(skipped)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings#subscription');
    cleanup();
    schedules = [paused];
    await show();
    expect(screen.getByText('Paused')).toBeVisible();
    expect(screen.queryByText(skipped)).toBeNull();
  });

  it.each([
    ['pauses', dailySchedule, 'Pause Bread of the day', false, '“Bread of the day” is paused.'],
    ['resumes', paused, 'Resume Cake on Sundays', true, '“Cake on Sundays” runs again.'],
  ] as const)('%s a schedule by the opposite of what it is', async (_, schedule, button, isActive, result) => {
    schedules = [schedule];
    await show();
    press(button);
    await told('Schedule updated successfully!', result);
    expect(sent).toEqual([{ method: 'PUT', body: { isActive } }]);
    fails = true;
    press(button);
    await told('Error', 'Failed to update schedule');
  });

  describe('a paused schedule', () => {
    const dialog = async () =>
      within(await screen.findByRole('dialog', { name: 'When should “Cake on Sundays” resume?' }));

    it('is told to resume on a day, another one, or when its person says so', async () => {
      schedules = [paused];
      await show();
      press('Resume on a day: Cake on Sundays');
      const first = await dialog();
      expect(first.getByRole('button', { name: 'Save' })).toBeDisabled();
      fireEvent.change(first.getByRole('textbox', { name: 'Resume on' }), { target: { value: '2099-12-24' } });
      fireEvent.blur(first.getByRole('textbox', { name: 'Resume on' }));
      schedules = [{ ...paused, pausedUntil: '2099-12-24' }];
      fireEvent.click(first.getByRole('button', { name: 'Save' }));
      await told('Success', 'Schedule updated successfully!');
      expect(await screen.findByText(/^Paused until Dec 24, 2099\. Nothing goes out before that day/)).toBeVisible();
      expect(screen.getByText('Paused')).toBeVisible();

      press('Change the day: Cake on Sundays');
      const second = await dialog();
      fireEvent.change(second.getByRole('textbox', { name: 'Resume on' }), { target: { value: '' } });
      fireEvent.blur(second.getByRole('textbox', { name: 'Resume on' }));
      fireEvent.click(second.getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(sent.map(({ body }) => body)).toEqual([{ pausedUntil: '2099-12-24' }, { pausedUntil: null }]),
      );
    });

    it('says at the day what the server refuses', async () => {
      schedules = [{ ...paused, pausedUntil: '2099-12-24' }];
      await show();
      press('Change the day: Cake on Sundays');
      const form = await dialog();
      fails = true;
      fireEvent.change(form.getByRole('textbox', { name: 'Resume on' }), { target: { value: '2099-12-25' } });
      fireEvent.blur(form.getByRole('textbox', { name: 'Resume on' }));
      fireEvent.click(form.getByRole('button', { name: 'Save' }));
      expect(await form.findByText('Failed to update schedule')).toBeVisible();
    });
  });

  it('begins daily at nine on Instagram with all photos, and says that it was created', async () => {
    await show();
    press('Create Schedule');
    const dialog = await form();
    // A name that any trade may give.
    expect(dialog.getByLabelText(/^Name/)).toHaveAttribute('placeholder', 'Photo of the day');
    expect(dialog.getByLabelText('Frequency')).toHaveDisplayValue('Every Day');
    expect([...dialog.getByLabelText('Frequency').querySelectorAll('option')].map(({ text }) => text)).toEqual([
      ...['Every Day', 'Every 2 Days', 'Every 3 Days', 'Every Week', 'Every Month'],
    ]);
    expect(dialog.getByRole('switch', { name: 'Use all photos' })).toBeChecked();
    expect(dialog.queryByLabelText(/^Album/)).toBeNull();
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Bread of the day' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create Schedule' }));
    await told('Success', 'Recurring schedule created successfully!');
    expect(sent[0]?.body).toMatchObject({
      ...{ name: 'Bread of the day', frequency: 'daily', timeOfDay: '09:00' },
      ...{ platforms: ['instagram'], useAllPhotos: true },
    });
  });

  it('is there again after a reload in mid-form, and gone once it is given up or created', async () => {
    const openForm = async () => {
      cleanup();
      await show();
      press('Create Schedule');
      return form();
    };
    const typed = { target: { value: 'Bread of the day' } };
    fireEvent.change((await openForm()).getByLabelText(/^Name/), typed);
    fireEvent.click((await form()).getByRole('button', { name: 'instagram' }));
    const dialog = await openForm();
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('Bread of the day');
    expect(dialog.queryByRole('button', { name: 'instagram' })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    const empty = await openForm();
    expect(empty.getByLabelText(/^Name/)).toHaveValue('');
    fireEvent.change(empty.getByLabelText(/^Name/), typed);
    fireEvent.click(empty.getByRole('button', { name: 'Create Schedule' }));
    await told('Success', 'Recurring schedule created successfully!');
    expect((await openForm()).getByLabelText(/^Name/)).toHaveValue('');
  });

  it('has what was typed again after Escape, and nothing of it after Cancel', async () => {
    await show();
    press('Create Schedule');
    const name = () => screen.findByLabelText(/^Name/);
    fireEvent.change(await name(), { target: { value: 'Rye on Fridays' } });
    fireEvent.keyDown(await name(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Create Schedule');
    expect(await name()).toHaveValue('Rye on Fridays');
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Create Schedule');
    expect(await name()).toHaveValue('');
  });

  it('is duplicated into a new one, which is another time of the day away', async () => {
    schedules = [
      { ...dailySchedule, frequency: 'weekly', weekdays: [1, 3], startDate: '2026-01-01', endDate: '2099-06-30' },
    ];
    await show();
    press(`Duplicate ${dailySchedule.name}`);
    const dialog = await form();
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('Bread of the day (copy)');
    expect(dialog.getByLabelText('Frequency')).toHaveDisplayValue('Every Week');
    fireEvent.click(dialog.getByRole('button', { name: 'Create Schedule' }));
    await told('Success', 'Recurring schedule created successfully!');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      method: 'POST',
      body: {
        name: 'Bread of the day (copy)',
        frequency: 'weekly',
        weekdays: [1, 3],
        startDate: null,
        endDate: '2099-06-30',
      },
    });
    press('Create Schedule');
    expect((await form()).getByLabelText(/^Name/)).toHaveValue('');
  });

  it('sends of an edited schedule only what was changed, so that what others changed meanwhile stays', async () => {
    schedules = [dailySchedule];
    await show();
    press(`Edit ${dailySchedule.name}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Schedule' }));
    fireEvent.change(dialog.getByLabelText('Frequency'), { target: { value: 'monthly' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await told('Success', 'Schedule updated successfully!');
    expect(sent).toEqual([{ method: 'PUT', body: { frequency: 'monthly' } }]);
  });

  it('names the single posts whose changes other days of the schedule would take along', async () => {
    schedules = [dailySchedule];
    const [day, ...others] = [1, 2, 3, 4, 5].map((n) => `2099-01-0${n}`);
    coming = [anOccurrence(`${day}T09:00`), ...others.map((one) => anOccurrence(`${one}T09:00`, { caption: 'Rye' }))];
    await show();
    press(`Edit ${dailySchedule.name}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Schedule' }));
    const warning =
      /^You changed or skipped single posts: Fri, Jan 2, .* Sat, Jan 3, .* Sun, Jan 4, .* and 1 other post\./;
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Rye' } });
    expect(dialog.queryByText(warning)).toBeNull();
    fireEvent.change(dialog.getByLabelText('Frequency'), { target: { value: 'weekly' } });
    expect(await dialog.findByText(warning)).toBeVisible();
    fireEvent.change(dialog.getByLabelText('Frequency'), { target: { value: 'daily' } });
    expect(dialog.queryByText(warning)).toBeNull();
  });

  it('says under its time which clock that is, and when a week begins without weekdays', async () => {
    await show();
    press('Create Schedule');
    const dialog = await form();
    expect(dialog.getByLabelText(/^Time/)).toHaveAccessibleDescription(/^UTC.*, now \d/);
    fireEvent.change(dialog.getByLabelText('Frequency'), { target: { value: 'weekly' } });
    expect(dialog.getByText('If you select none, it posts every week on the weekday it starts.')).toBeVisible();
  });

  it('says at its field what is missing, and sends nothing', async () => {
    await show();
    press('Create Schedule');
    const dialog = await form();
    fireEvent.click(dialog.getByRole('button', { name: 'instagram' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Create Schedule' }));
    expect(await dialog.findByText('Schedule name is required')).toBeVisible();
    expect(dialog.getByText('At least one platform is required')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('says when a schedule could not be created', async () => {
    fails = true;
    await show();
    press('Create Schedule');
    const dialog = await form();
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Bread' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create Schedule' }));
    await told('Error', 'Failed to create recurring schedule');
  });

  it('says when a schedule could not be deleted', async () => {
    schedules = [dailySchedule];
    fails = true;
    await show();
    press('Delete Bread of the day');
    const sure = within(await screen.findByRole('alertdialog', { name: 'Delete schedule' }));
    expect(
      sure.getByText('Are you sure you want to delete "Bread of the day"? This action cannot be undone.'),
    ).toBeVisible();
    fireEvent.click(sure.getByRole('button', { name: 'Delete' }));
    await told('Error', 'Failed to delete schedule');
  });
});
