import { expect, test } from '@playwright/test';
import {
  accessible,
  chooseWhen,
  connectQuietly,
  fitsNarrow,
  prepareBusiness,
  shoot,
  soon,
  takePictures,
  toast,
} from './support.ts';

test('a recurring schedule is made, looked ahead at, skipped, edited, paused and deleted', async ({ page }) => {
  await page.goto('/login');
  await prepareBusiness(page, 'Ada', await takePictures(page, 3));
  await page.goto('/automation');
  await expect(page.getByText('No automation schedules yet')).toBeVisible();
  await accessible(page);
  await shoot(page, '50-automation-empty');
  await page.getByRole('button', { name: 'Create Your First Schedule' }).click();
  const form = page.getByRole('dialog', { name: 'Create Schedule' });
  await form.getByRole('button', { name: 'Create Schedule' }).click();
  await expect(form.getByText('Schedule name is required')).toBeVisible();
  await expect(form.getByText('Please connect your Instagram account(s) first.')).toBeVisible();
  await shoot(page, '51-schedule-problems');
  await form.getByRole('button', { name: 'Close' }).click();

  await connectQuietly(page, 'instagram');
  await connectQuietly(page, 'twitter');
  await page.reload();
  await page.getByRole('button', { name: 'Create Schedule' }).click();
  await form.getByLabel('Name').fill('Bread of the day');
  await expect(form.getByLabel('Frequency')).toHaveValue('daily');
  await expect(form.getByRole('combobox', { name: 'Time', exact: true })).toHaveValue('9:00 AM');
  await form.getByLabel('Frequency').selectOption('Every Week');
  await form.getByRole('button', { name: 'Tuesday' }).click();
  await form.getByRole('button', { name: 'Friday' }).click();
  await form.getByRole('checkbox', { name: /X \(Twitter\)/ }).check();
  await form.getByRole('switch', { name: 'Use all photos' }).click();
  await expect(form.getByText('No albums created yet.')).toBeVisible();
  await form.getByRole('switch', { name: 'Use all photos' }).click();
  await accessible(page);
  await shoot(page, '52-schedule-form');
  await form.getByRole('button', { name: 'Create Schedule' }).click();
  await toast(page, 'Recurring schedule created successfully!');

  const next = page.getByRole('list', { name: 'Next posts of Bread of the day' });
  await expect(next.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText('Every Week on Tue and Fri')).toBeVisible();
  await next
    .getByRole('button', { name: /^Skip the post on/ })
    .nth(1)
    .click();
  await expect(next.getByText('Skipped', { exact: true })).toBeVisible();
  await next
    .getByRole('button', { name: /^Edit the post on/ })
    .first()
    .click();
  const one = page.getByRole('dialog', { name: 'Edit this post' });
  await one.getByLabel('Caption').fill('The last rye of the week');
  await chooseWhen(one, { time: '10:30' });
  await one.getByRole('button', { name: 'rye-on-the-shelf.jpg' }).click();
  await accessible(page);
  await shoot(page, '53-occurrence-edit');
  await one.getByRole('button', { name: 'Save' }).click();
  await expect(next.getByText('The last rye of the week')).toBeVisible();
  await expect(next.getByText(/10:30/)).toBeVisible();
  await accessible(page);
  await fitsNarrow(page);
  await shoot(page, '54-automation', { fullPage: true });
  await page.getByRole('button', { name: 'History of Bread of the day' }).click();
  await expect(page.getByText('Nothing has been due yet.')).toBeVisible();

  await page.goto('/schedule');
  await expect(page.getByText('Recurring, not a post yet')).toBeVisible();
  await accessible(page);
  await shoot(page, '55-calendar-recurring', { fullPage: true });

  await page.goto('/automation');
  await page.getByRole('button', { name: 'Pause Bread of the day' }).click();
  await toast(page, 'Schedule updated successfully!');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resume on a day: Bread of the day' }).click();
  const resume = page.getByRole('dialog', { name: 'When should “Bread of the day” resume?' });
  await resume.getByRole('textbox', { name: 'Resume on' }).fill('2099-12-24');
  await resume.getByRole('textbox', { name: 'Resume on' }).press('Enter');
  await accessible(page);
  await shoot(page, '54-resume-on-a-day');
  await resume.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Paused until Dec 24, 2099\./)).toBeVisible();
  await accessible(page);
  await fitsNarrow(page);
  await shoot(page, '54-paused-until');
  await page.getByRole('button', { name: 'Edit Bread of the day' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Schedule' });
  await edit.getByLabel('Frequency').selectOption('Every Month');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText('Every Month')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Bread of the day' }).click();
  await expect(
    page.getByText('Are you sure you want to delete "Bread of the day"? This action cannot be undone.'),
  ).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Schedule deleted successfully!');
  await expect(page.getByText('No automation schedules yet')).toBeVisible();
});

test('posts from a file, and the calendar in another calendar', async ({ page }) => {
  await page.goto('/login');
  await prepareBusiness(page, 'Lou', await takePictures(page, 1));
  await connectQuietly(page, 'instagram');
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import posts' });
  await expect(dialog).toBeVisible();
  await accessible(page);
  await shoot(page, '56-import');
  const day = soon(3 * 86_400).date;
  const csv = [
    'caption,platforms,date,time,photos',
    `From a file,instagram,${day},09:00,window-at-dawn.jpg`,
    `Without a photo of that name,instagram,${day},10:00,nowhere.jpg`,
    'A draft,instagram,,,',
  ].join('\n');
  const file = { name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await expect(dialog.getByText('1 row has a mistake.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText(/^Nothing was created: 1 row of 3/)).toBeVisible();
  await expect(dialog.getByText('There is no photo called')).toBeVisible();
  await dialog.getByRole('switch', { name: 'All or nothing' }).click();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('2 posts created, 1 row of 3 could not be imported.')).toBeVisible();
  await accessible(page);
  await shoot(page, '57-import-result');
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  await page.getByRole('button', { name: 'Subscribe' }).click();
  const feed = page.getByRole('dialog', { name: 'Subscribe to the calendar' });
  await feed.getByRole('button', { name: 'Create an address' }).click();
  const address = await feed.locator('code').textContent();
  expect(address).toContain('/api/calendar.ics?token=');
  await accessible(page);
  await shoot(page, '58-feed');
  const calendar = await page.request.get(address ?? '');
  expect(await calendar.text()).toContain('From a file');
  await feed.getByRole('button', { name: 'End the subscription' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the subscription' }).click();
  await expect(feed.getByText('There is no address yet.')).toBeVisible();
  expect((await page.request.get(address ?? '')).status()).toBe(404);
});
