import { expect, test, type Page } from '@playwright/test';
import { formatDate } from '../src/lib/format.ts';
import { pushService } from './push-service.ts';
import {
  accessible,
  chooseWhen,
  connectByWindow,
  connectQuietly,
  postDialog,
  prepareBusiness,
  publicationsWith,
  setFault,
  shoot,
  soon,
  takePictures,
  toast,
} from './support.ts';

type Post = { id: string; version: number; status: string };

/** A person with a business, one photo and TikTok connected, made over HTTP. */
async function prepare(page: Page): Promise<{ photoId: string; post(body: Record<string, unknown>): Promise<Post> }> {
  await page.goto('/login');
  const { photoIds, call } = await prepareBusiness(page, 'Mira', await takePictures(page, 1));
  const [photoId] = photoIds;
  if (!photoId) {
    throw new Error('There is no picture.');
  }
  await connectQuietly(page, 'tiktok');
  return {
    photoId,
    post: async (body) =>
      (await call('POST', '/api/posts', { platforms: ['tiktok'], photoId, ...body })) as unknown as Post,
  };
}

/** Somewhat more than a day ahead, as an instant. */
const tomorrow = () => new Date(Date.now() + 26 * 3_600_000).toISOString();

test('a refused picture is explained, cropped right there, and sent again where it was refused', async ({ page }) => {
  const { post } = await prepare(page);
  await connectQuietly(page, 'facebook');
  await setFault(page, 'tiktok', { mode: 'media_rejected' });
  const caption = `Soup of the day ${Date.now()}`;
  const details = postDialog(page, /^Soup of the day/);
  try {
    const { id } = await post({
      caption,
      platforms: ['tiktok', 'facebook'],
      status: 'scheduled',
      scheduledFor: new Date().toISOString(),
    });
    await page.goto(`/schedule?post=${id}`);
    await expect(details.getByText('Failed', { exact: true }).first()).toBeVisible({ timeout: 90_000 });
    await expect(details.getByRole('link', { name: /View on Facebook/ })).toBeVisible({ timeout: 90_000 });
    await accessible(page);
    await shoot(page, '30-post-failed');
    await setFault(page, 'tiktok', { mode: 'none' });
    await details.getByRole('button', { name: /^Fix and send again/ }).click();
    const form = details.getByRole('form', { name: 'Fix the post for TikTok' });
    await form.getByRole('button', { name: /^Crop/ }).click();
    await page.getByRole('button', { name: /^9:16/ }).click();
    await expect(page.getByRole('button', { name: /^9:16/ })).toBeHidden();
    await form.getByLabel('Caption for TikTok').fill(`${caption}, now upright`);
    await accessible(page);
    await shoot(page, '30-post-fix');
    await form.getByRole('button', { name: 'Send to TikTok' }).click();
    await expect(details.getByRole('link', { name: /View on TikTok/ })).toBeVisible({ timeout: 90_000 });
    const published = await publicationsWith(page, caption);
    expect(published.map(({ platform, text }) => [platform, text]).sort()).toEqual([
      ['facebook', caption],
      ['tiktok', `${caption}, now upright`],
    ]);
    expect(new Set(published.map(({ media }) => media[0]?.sha256)).size).toBe(2);
  } finally {
    await setFault(page, 'tiktok', { mode: 'none' });
  }
});

test('a revoked connection asks to be reconnected, and the post goes out by itself', async ({ page }) => {
  const { post } = await prepare(page);
  await setFault(page, 'tiktok', { mode: 'token_revoked' });
  const details = postDialog(page, /^Waits for its account/);
  try {
    const { id } = await post({
      caption: 'Waits for its account',
      status: 'scheduled',
      scheduledFor: new Date().toISOString(),
    });
    await page.goto(`/schedule?post=${id}`);
    await expect(details.getByRole('button', { name: 'Reconnect TikTok' })).toBeVisible({ timeout: 90_000 });
    await expect(details.getByText('Did it go out?')).toHaveCount(0);
    await accessible(page);
    await shoot(page, '33-post-waits');
    await setFault(page, 'tiktok', { mode: 'none' });
    await connectByWindow(page, () => details.getByRole('button', { name: 'Reconnect TikTok' }).click());
    await expect(details.getByRole('link', { name: /View on TikTok/ })).toBeVisible({ timeout: 90_000 });
  } finally {
    await setFault(page, 'tiktok', { mode: 'none' });
  }
});

test('a post nobody can know about is decided by the person, and the bell tells of it', async ({ page }) => {
  const { post } = await prepare(page);
  const details = postDialog(page, /^Lunch is served/);
  await page.goto('/');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  const before = (await bell.textContent()) ?? '';
  // The call breaks off: TikTok may have it or not, and what is not listed may still come.
  await setFault(page, 'tiktok', { mode: 'reset_before', calls: ['publish'], count: 1 });
  let id = '';
  try {
    ({ id } = await post({
      caption: 'Lunch is served',
      status: 'scheduled',
      scheduledFor: new Date().toISOString(),
    }));
    // Live: the page is not reloaded.
    await expect(bell).not.toHaveText(before, { timeout: 240_000 });
  } finally {
    await setFault(page, 'tiktok', { mode: 'none' });
  }
  await bell.click();
  const list = page.getByRole('list', { name: 'Notifications, newest first' });
  await expect(list.getByText(/TikTok/).first()).toBeVisible();
  await accessible(page);
  await shoot(page, '47-notifications');
  await list
    .getByRole('button', { name: /^See what to do/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`post=${id}`));
  await expect(details.getByText('Did it go out?')).toBeVisible();
  await accessible(page);
  await shoot(page, '48-needs-attention');
  await details.getByRole('radio', { name: /^Send it again/ }).check();
  await details.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByRole('alertdialog').getByText(/it will be there twice/)).toBeVisible();
  await shoot(page, '49-send-again');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await details.getByRole('radio', { name: /^It’s there/ }).check();
  await details.getByLabel(/Link to the post/).fill('not an address');
  await details.getByRole('button', { name: 'Mark as published' }).click();
  await expect(details.getByText('Please enter a web address, or leave it empty.')).toBeVisible();
  // The person has looked: it is not there.
  await details.getByRole('radio', { name: /^Send it again/ }).check();
  await details.getByRole('button', { name: 'Send it again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it again' }).click();
  await toast(page, 'Sending it again');
  await expect(details.getByRole('link', { name: /View on TikTok/ })).toBeVisible({ timeout: 120_000 });
  expect(await publicationsWith(page, 'Lunch is served')).toHaveLength(1);
});

test('two people edit the same post', async ({ page }) => {
  const { post } = await prepare(page);
  const { id, version } = await post({ caption: 'First words', status: 'scheduled', scheduledFor: tomorrow() });
  await page.goto(`/schedule?view=list&post=${id}`);
  await postDialog(page, /^First words/)
    .getByRole('button', { name: 'Edit' })
    .click();
  const form = page.getByRole('dialog', { name: 'Edit Post' });
  await expect(form.locator('textarea')).toHaveValue('First words');
  const other = await page.request.put(`/api/posts/${id}`, { data: { caption: 'Other words', version } });
  expect(other.ok()).toBe(true);
  await form.locator('textarea').fill('My words');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Someone changed this in the meantime.')).toBeVisible();
  await shoot(page, '31-version-conflict');
  await form.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('Post updated').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /My words/ })).toBeVisible();
});

test('a photo that a scheduled post needs', async ({ page }) => {
  const { post, photoId } = await prepare(page);
  const { id } = await post({ caption: 'Needs its photo', status: 'scheduled', scheduledFor: tomorrow() });
  await page.goto(`/media?photo=${photoId}`);
  await page.getByRole('dialog', { name: 'Photo Details' }).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Needs its photo')).toBeVisible();
  await shoot(page, '32-photo-in-use');
  await question.getByRole('button', { name: 'Delete anyway' }).click();
  await expect(page.getByText('Photo deleted successfully').first()).toBeVisible();
  const left = (await (await page.request.get(`/api/posts/${id}`)).json()) as Post;
  expect(left.status).toBe('draft');
});

test('the calendar by keyboard, and another date for a post', async ({ page }) => {
  const { post } = await prepare(page);
  const { id } = await post({ caption: 'To be moved', status: 'scheduled', scheduledFor: tomorrow() });
  await page.goto('/schedule');
  const { date } = soon(0);
  await page.locator(`[data-day="${date}"]`).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
  const day = composer.getByLabel('Date', { exact: true });
  await expect(day).not.toHaveValue('');
  await expect(day).not.toHaveValue(formatDate(date, 'UTC'));
  await expect(composer.getByLabel('Time', { exact: true })).not.toHaveValue('');
  await composer.getByRole('button', { name: 'Close' }).click();

  await page.goto(`/schedule?post=${id}`);
  await page.getByRole('button', { name: 'Reschedule…' }).click();
  const form = page.getByRole('dialog', { name: 'Reschedule' });
  await chooseWhen(form, { date: '2099-03-08', time: '02:30' });
  await expect(form.getByText('The clocks skip 2:30 AM on that day')).toBeVisible();
  await chooseWhen(form, { time: '09:15' });
  await form.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(page.getByText('Post rescheduled').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(
      async () =>
        ((await (await page.request.get(`/api/posts/${id}`)).json()) as { scheduledFor: string }).scheduledFor,
    )
    .not.toContain('2099');
});

test.describe('a browser that shows pushes', () => {
  // The worker shows them.
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  test('tells of a post that failed, until its person signs out', async ({ page }) => {
    const push = await pushService(page);
    const { post } = await prepare(page);
    const toggle = page.getByRole('switch', { name: 'Push notifications on this browser' });

    await test.step('they are turned on', async () => {
      await page.goto('/settings');
      await expect(toggle).not.toBeChecked();
      await shoot(page, 'push-off', { at: toggle });
      await toggle.click();
      await expect(page.getByText('On, until you turn them off or sign out here.')).toBeVisible();
      await shoot(page, 'push-on', { at: toggle });
      expect(await push.isSubscribed()).toBe(true);
    });

    await test.step('one comes for a post that TikTok refuses', async () => {
      await setFault(page, 'tiktok', { mode: 'media_rejected' });
      let id = '';
      try {
        ({ id } = await post({ caption: 'Soup', status: 'scheduled', scheduledFor: new Date().toISOString() }));
        await expect.poll(push.came, { timeout: 30_000 }).toHaveLength(1);
      } finally {
        await setFault(page, 'tiktok', { mode: 'none' });
      }
      const [text = ''] = await push.came();
      const told = {
        title: 'Your post did not go out on TikTok',
        body: expect.stringMatching(/^Corner Kitchen\nTikTok /),
        tag: expect.any(String),
        data: { link: expect.stringMatching(new RegExp(`^/schedule\\?post=${id}&business=[\\da-f-]{36}$`)) },
      };
      const neutral = {
        title: 'Postloom',
        body: 'Open Postloom to see what is new.',
        tag: 'postloom',
        data: { link: '/' },
      };
      // Again and again: Chromium, asked what it shows, forgets what it is just about to show. The same push takes its own place.
      await expect(async () => {
        await push.deliver(text);
        expect(await push.shown()).toEqual([told]);
      }).toPass({ timeout: 20_000 });
      await expect(async () => {
        await push.deliver(text);
        await push.deliver('What is none of ours');
        const shown = await push.shown();
        expect(shown).toHaveLength(2);
        expect(shown).toEqual(expect.arrayContaining([told, neutral]));
      }).toPass({ timeout: 20_000 });
    });

    await test.step('a page that is opened keeps them coming', async () => {
      // As a browser does that loses its address.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/');
      await expect.poll(push.isSubscribed).toBe(true);
    });

    await test.step('after signing out nothing of it is left', async () => {
      await expect(async () => {
        await push.deliver('What is none of ours');
        expect(await push.shown()).not.toEqual([]);
      }).toPass({ timeout: 20_000 });
      await page.getByRole('button', { name: /^Account: / }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await expect(page.getByRole('link', { name: /Sign in|Log in/ }).first()).toBeVisible();
      // Sooner than Chromium takes them away by itself.
      await expect.poll(push.shown, { timeout: 5_000 }).toEqual([]);
      await expect.poll(push.isSubscribed).toBe(false);
    });
  });
});
