import { expect, test } from '@playwright/test';
import {
  accessible,
  connectByWindow,
  connectQuietly,
  fitsNarrow,
  newcomer,
  prepareBusiness,
  settled,
  shoot,
  takePictures,
  toast,
  type Newcomer,
} from './support.ts';

type PlannedPost = { id: string; caption: string; status: string; source: string; photoId: string | null };

const postsOf = async (call: Newcomer['call']) => (await call('GET', '/api/posts')) as unknown as PlannedPost[];

test('a newcomer ends with a planned week', async ({ page }) => {
  await page.goto('/');
  const { call } = await newcomer(page, 'Wanda');
  const dialog = page.getByRole('dialog', { name: 'Plan your week' });
  const planWeek = page.getByRole('button', { name: 'Plan Your Week' }).first();

  await test.step('sees the week before there is an account or a photo', async () => {
    await page.goto('/');
    await settled(page);
    const started = page.getByRole('region', { name: 'Getting started' });
    await expect(started.getByRole('listitem').last()).toContainText('Plan your first week');
    await shoot(page, 'first-week-dashboard');
    await planWeek.click();
    await expect(dialog.getByRole('textbox', { name: /^Caption for/ })).toHaveCount(4);
    await expect(dialog.getByText('4 of these have no photo yet')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Plan the week' })).toHaveCount(0);
    await shoot(page, 'first-week-no-account');
    await accessible(page);
    await fitsNarrow(page);
  });

  await test.step('connects an account and uploads photos without losing the week', async () => {
    await connectByWindow(page, () => dialog.getByRole('button', { name: 'Connect Instagram' }).click());
    await expect(dialog.getByRole('button', { name: 'Plan the week' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Upload Photos' }).click();
    const upload = page.getByRole('dialog', { name: 'Upload Photos' });
    const pictures = await takePictures(page, 3);
    await upload.locator('input[type="file"]').first().setInputFiles(pictures);
    await upload.getByRole('button', { name: /Upload 3 files/ }).click();
    await expect(upload.getByText('Upload complete')).toBeVisible();
    await upload.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog.getByText('3 posts go out on time and 1 draft waits for you.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Change photo/ })).toHaveCount(3);
    await shoot(page, 'first-week-proposals');
  });

  await test.step('changes words, time and photo in place, and leaves one out with the keyboard', async () => {
    await dialog
      .getByRole('textbox', { name: /^Caption for/ })
      .first()
      .fill('Our corner table is free on Friday.');
    await dialog
      .getByRole('button', { name: /^Change time/ })
      .first()
      .press('Enter');
    await dialog.getByRole('group', { name: 'Free times' }).getByRole('button').last().click();
    await shoot(page, 'first-week-time');
    await accessible(page);
    await fitsNarrow(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const photos = dialog.getByRole('button', { name: /^Change photo/ });
    const nameOf = async (place: number) => /[\w-]+\.jpg/.exec(await photos.nth(place).innerText())?.[0];
    const [first, second] = [await nameOf(0), await nameOf(1)];
    await photos.first().press('Enter');
    await dialog.getByRole('button', { name: second ?? '', exact: true }).click();
    await expect.poll(async () => [await nameOf(0), await nameOf(1)]).toEqual([second, first]);
    await expect(photos.first()).toBeFocused();
    await dialog.getByRole('checkbox').nth(3).press('Space');
    await expect(dialog.getByText('3 posts go out on time.')).toBeVisible();
  });

  await test.step('plans it, and finds it in the calendar of that week', async () => {
    await dialog.getByRole('button', { name: 'Plan the week' }).press('Enter');
    await toast(page, '3 posts scheduled');
    await expect(page).toHaveURL(/\/schedule\?view=week&week=\d{4}-\d{2}-\d{2}$/);
    // The calendar shows the week with most of them, which may not be that of the first.
    await expect(page.locator('[data-entry]').nth(1)).toBeVisible();
    await shoot(page, 'first-week-calendar');
    const posts = await postsOf(call);
    expect(posts.map(({ status, source }) => [status, source])).toEqual(
      Array.from({ length: 3 }, () => ['scheduled', 'template']),
    );
    expect(new Set(posts.map(({ photoId }) => photoId)).size).toBe(3);
    expect(posts.map(({ caption }) => caption)).toContain('Our corner table is free on Friday.');
  });

  await test.step('takes it back, and its share of the plan with it', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Week taken back');
    expect(await postsOf(call)).toEqual([]);
    expect(await call('GET', '/api/user/limits')).toMatchObject({ postsUsed: '0' });
    await expect(page.getByText(/^Nothing is planned from today on/)).toBeVisible();
    await shoot(page, 'first-week-empty-calendar');
  });

  await test.step('plans it from the empty calendar, with a connection that breaks, and gets nothing twice', async () => {
    await planWeek.click();
    await expect(dialog.getByText('3 posts go out on time and 1 draft waits for you.')).toBeVisible();
    // The post is made, but its answer is lost.
    await page.route(
      '**/api/posts/starter-week',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Plan the week' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This post could not be planned. Please try again.');
    await shoot(page, 'first-week-failed');
    await accessible(page);
    await dialog.getByRole('button', { name: 'Try again with 1 post' }).click();
    await toast(page, '3 posts scheduled and 1 draft saved');
    expect((await postsOf(call)).map(({ status }) => status).sort()).toEqual([
      ...['draft', 'scheduled', 'scheduled', 'scheduled'],
    ]);
    expect(await call('GET', '/api/user/limits')).toMatchObject({ postsUsed: '4' });
  });

  await test.step('is done with getting started', async () => {
    await page.goto('/');
    await settled(page);
    await expect(page.getByRole('region', { name: 'Next 7 days' }).getByRole('link')).not.toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Getting started' })).toHaveCount(0);
    await shoot(page, 'first-week-done');
  });

  await test.step('is offered no more than the week and the plan have room for', async () => {
    const planAgain = async () => {
      await page.keyboard.press('Control+K');
      await page.getByRole('dialog').getByRole('combobox').fill('plan your week');
      await page.getByRole('option', { name: /Plan your week/ }).click();
    };
    await planAgain();
    await expect(dialog.getByRole('heading', { name: 'Your week is full' })).toBeVisible();
    await dialog.getByRole('button', { name: 'See your week' }).click();
    await expect(page).toHaveURL(/\/schedule\?view=week/);
    // What is deleted makes room in the week, and none in the plan.
    for (const { id, status } of await postsOf(call)) {
      expect((await page.request.delete(`/api/posts/${id}`)).ok(), status).toBe(true);
    }
    await planAgain();
    await expect(dialog.getByRole('textbox', { name: /^Caption for/ })).toHaveCount(1);
    await expect(dialog.getByText(/Your plan has 1 post left this month/)).toBeVisible();
    await shoot(page, 'first-week-plan-limit');
    // Somebody takes the last one in another window.
    await call('POST', '/api/posts', { caption: 'The fifth', platforms: ['instagram'] });
    await expect(dialog.getByRole('heading', { name: 'No posts left this month' })).toBeVisible();
    await dialog.getByRole('button', { name: 'See plans' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose Your Plan' })).toBeVisible();
  });
});

test('a newcomer gets ideas and hashtags beside an empty caption', async ({ page }) => {
  await page.goto('/');
  await prepareBusiness(page, 'Wim', await takePictures(page, 1));
  await connectQuietly(page, 'instagram');
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
