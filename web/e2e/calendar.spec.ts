import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Post } from '@postloom/contracts';
import { dayIn, shiftDay, weekOf } from '../src/lib/month-grid.ts';
import {
  accessible,
  apart,
  connectQuietly,
  fitsNarrow,
  prepareBusiness,
  shoot,
  takePictures,
  toast,
  type Person,
} from './support.ts';

const zone = 'America/New_York';
/** A Sunday that lies ahead: its week is all in the future, and shown whole by one page. */
const sunday = weekOf(shiftDay(dayIn(zone, new Date()), 14))[0] ?? '';
const monthPage = `/schedule?month=${sunday.slice(0, 7)}`;

/** A post of a day of that week at ten in the morning. */
async function plan({ call, photoIds }: Person, caption: string, weekday: number, more: object = {}): Promise<Post> {
  return (await call('POST', '/api/posts', {
    caption,
    platforms: ['instagram'],
    status: 'scheduled',
    scheduledFor: `${shiftDay(sunday, weekday)}T15:00:00Z`,
    photoId: photoIds[weekday % photoIds.length],
    ...more,
  })) as Post;
}

const cell = (page: Page, weekday: number) =>
  page.locator('td', { has: page.locator(`[data-day="${shiftDay(sunday, weekday)}"]`) });
const cardIn = (day: Locator, caption: string) => day.getByRole('link', { name: new RegExp(caption) });

/** The code that drags comes with the first pointer. */
async function drag(from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await expect(from).toHaveAttribute('draggable', 'true');
  await from.dragTo(to);
}

test('a week is planned by dragging: posts, a draft and a photo', async ({ page }) => {
  await page.goto('/login');
  const person = await prepareBusiness(page, 'Wren', await takePictures(page, 4));
  await connectQuietly(page, 'instagram');
  const rye = await plan(person, 'Rye on Monday', 1);
  await plan(person, 'Buns on Tuesday', 2);
  await plan(person, 'Close to the buns', 2, { scheduledFor: `${shiftDay(sunday, 2)}T15:10:00Z` });
  await person.call('POST', '/api/posts', {
    caption: 'An idea',
    platforms: ['instagram'],
    status: 'draft',
    photoId: person.photoIds[3],
  });
  await page.goto(monthPage);
  await expect(cardIn(cell(page, 1), 'Rye on Monday')).toBeVisible();
  await expect(page.getByRole('button', { name: '2 to check' })).toBeVisible();
  await accessible(page);
  await fitsNarrow(page);
  await shoot(page, '60-calendar-week', { fullPage: true });

  await test.step('a post goes to another day, keeps its time, and comes back', async () => {
    await drag(cardIn(cell(page, 1), 'Rye on Monday'), cell(page, 4));
    await toast(page, 'Post rescheduled');
    await expect(cardIn(cell(page, 4), '10:00 AM.*Rye on Monday')).toBeVisible();
    const moved = (await person.call('GET', `/api/posts/${rye.id}`)) as Post;
    expect(moved.scheduledFor).toBe(`${shiftDay(sunday, 4)}T15:00:00.000Z`);
    await page.keyboard.press('Control+z');
    await toast(page, 'Undone');
    await expect(cardIn(cell(page, 1), 'Rye on Monday')).toBeVisible();
  });

  await test.step('the same by keyboard', async () => {
    await cell(page, 1).locator('[data-day]').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page.getByText(/^Picked up/)).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(cardIn(cell(page, 3), 'Rye on Monday')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cardIn(cell(page, 1), 'Rye on Monday')).toBeVisible();
  });

  await test.step('a draft is scheduled by dropping it, a photo opens the composer', async () => {
    await page.getByRole('button', { name: /^Unscheduled/ }).click();
    await shoot(page, '61-calendar-tray');
    const tray = page.getByRole('list', { name: 'Drafts to schedule' });
    await drag(tray.getByRole('link', { name: /An idea/ }), cell(page, 5));
    await expect(cardIn(cell(page, 5), '9:00 AM.*An idea')).toBeVisible();
    await page.getByRole('button', { name: 'Photos' }).click();
    await drag(page.getByRole('list', { name: 'Newest photos' }).getByRole('link').first(), cell(page, 6));
    const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
    await expect(composer).toBeVisible();
    await expect(composer.getByRole('list', { name: 'Chosen photos, in order' }).getByRole('listitem')).toHaveCount(1);
    // The message of the move before lies in the dialog, with a cross of its own.
    await composer.getByRole('button', { name: 'Close' }).last().click();
    await expect(composer).toBeHidden();
  });

  await test.step('chosen posts are moved together', async () => {
    await page.getByRole('button', { name: 'Select' }).click();
    await cardIn(cell(page, 2), 'Buns on Tuesday').click();
    await cardIn(cell(page, 2), 'Close to the buns').click();
    await accessible(page);
    await shoot(page, '62-calendar-select');
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('button', { name: '1 day later' }).click();
    await toast(page, '2 posts rescheduled');
    await expect(cardIn(cell(page, 3), 'Buns on Tuesday')).toBeVisible();
    await page.getByRole('button', { name: 'Select' }).click();
    await apart(page.getByRole('toolbar', { name: 'Selected posts' }), page.getByRole('button', { name: 'Undo' }));
    await page.getByRole('button', { name: 'Stop selecting' }).click();
  });

  await test.step('week, list and filters', async () => {
    await page.goto(`/schedule?view=week&week=${sunday}`);
    await expect(page.getByRole('link', { name: /Rye on Monday/ })).toBeVisible();
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '63-calendar-of-a-week', { fullPage: true });
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Scheduled Posts' })).toBeVisible();
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '64-calendar-list', { fullPage: true });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'Published' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
    await accessible(page);
    await page.goBack();
    await expect(page.getByRole('list', { name: /^Week of/ })).toBeVisible();
  });
});
