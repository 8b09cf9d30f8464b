import { expect, test } from '@playwright/test';
import {
  accessible,
  connectQuietly,
  fitsNarrow,
  prepareBusiness,
  settled,
  shoot,
  takePictures,
  toast,
} from './support.ts';

test('a newcomer starts with a week of drafts, of which nothing goes out', async ({ page }) => {
  await page.goto('/');
  const { call } = await prepareBusiness(page, 'Wanda', await takePictures(page, 4));

  await test.step('is led there from the dashboard, to an account first', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Start with this week' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start with this week' });
    await expect(dialog.getByRole('heading', { name: 'Connect an account first' })).toBeVisible();
    await shoot(page, 'first-week-no-account');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await connectQuietly(page, 'instagram');
    await page.reload();
    await settled(page);
    await shoot(page, 'first-week-dashboard');
  });

  const dialog = page.getByRole('dialog', { name: 'Start with this week' });
  await test.step('sees every draft before it is made, and leaves one out with the keyboard', async () => {
    await page.getByRole('button', { name: 'Start with this week' }).press('Enter');
    await expect(dialog.getByRole('checkbox')).toHaveCount(4);
    await shoot(page, 'first-week-proposals');
    await accessible(page);
    await fitsNarrow(page);
    await dialog.getByRole('checkbox').last().press('Space');
    await dialog.getByRole('button', { name: 'Make 3 drafts' }).press('Enter');
  });

  await test.step('finds them in the calendar as drafts', async () => {
    await toast(page, '3 drafts in your calendar');
    await expect(page).toHaveURL(/\/schedule/);
    await page.getByRole('button', { name: /^Unscheduled/ }).click();
    const tray = page.getByRole('list', { name: 'Drafts to schedule' });
    await expect(tray.getByRole('listitem')).toHaveCount(3);
    await expect(tray.getByText(/^Proposed for/)).toHaveCount(3);
    await shoot(page, 'first-week-calendar');
    const posts = (await call('GET', '/api/posts')) as unknown as { status: string; source: string }[];
    expect(posts.map(({ status, source }) => [status, source])).toEqual(
      Array.from({ length: 3 }, () => ['draft', 'template']),
    );
  });

  await test.step('takes them back, and their share of the plan with them', async () => {
    await page.reload();
    await page.goto('/');
    // The drafts wait for the person: the offer has done its work.
    await expect(page.getByRole('button', { name: 'See your drafts' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start with this week' })).toHaveCount(0);
    const posts = (await call('GET', '/api/posts')) as unknown as { id: string }[];
    expect(await call('POST', '/api/posts/starter-week/undo', { ids: posts.map(({ id }) => id) })).toMatchObject({
      kept: [],
    });
    expect(await call('GET', '/api/user/limits')).toMatchObject({ postsUsed: '0' });
    await page.reload();
    await page.getByRole('button', { name: 'Start with this week' }).click();
    await dialog.getByRole('button', { name: 'Make 4 drafts' }).click();
    await toast(page, '4 drafts in your calendar');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Drafts taken back');
    expect(await call('GET', '/api/user/limits')).toMatchObject({ postsUsed: '0' });
  });

  await test.step('gets ideas and hashtags beside an empty caption', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Create Post' }).first().click();
    const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
    await composer.getByRole('button', { name: 'Need an idea?' }).press('Enter');
    await expect(composer.getByRole('heading', { name: 'Ideas for Restaurant & Food' })).toBeVisible();
    await composer.getByRole('heading', { name: 'Ideas for Restaurant & Food' }).scrollIntoViewIfNeeded();
    await shoot(page, 'first-week-ideas');
    await accessible(page);
    await fitsNarrow(page);
    await composer.getByRole('button', { name: 'Use this idea' }).press('Enter');
    const caption = composer.getByRole('textbox', { name: 'Caption' });
    await expect(caption).toBeFocused();
    await expect(caption).toHaveValue('');
    await caption.fill('Rye, still warm.');
    await composer.getByRole('button', { name: 'Ideas and hashtags' }).press('Enter');
    await composer.getByRole('button', { name: /^On the plate/ }).press('Enter');
    await expect(caption).toHaveValue(/^Rye, still warm\.\n\n#foodie /);
    await shoot(page, 'first-week-idea-chosen');
  });
});
