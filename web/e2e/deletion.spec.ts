import { expect, test } from '@playwright/test';
import { accessible, mailedLink, newcomer, password, shoot } from './support.ts';

const subject = /want to delete your Postloom account/;

test('somebody who is not signed in asks for the deletion, follows the mailed link and is forgotten', async ({
  page,
}) => {
  const { email } = await newcomer(page, 'Wanda');
  await page.context().clearCookies();
  await page.goto('/data-deletion');
  await accessible(page);
  await shoot(page, 'deletion-form', { fullPage: true });
  await page.getByLabel(/^Email/).fill(email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('If an account existed with that email')).toBeVisible();
  await accessible(page);
  await shoot(page, 'deletion-received');
  await page.getByRole('link', { name: 'See the status' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible();
  const statusPage = page.url();

  const link = await mailedLink(page, email, subject);
  await page.goto(link);
  await accessible(page);
  await shoot(page, 'deletion-confirm', { fullPage: true });
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText('Posts have stopped')).toBeVisible();
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(401);

  await page.goto(link);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.goto(statusPage);
  await expect(page.getByRole('heading', { name: /^(Confirmed|Being deleted|Deleted)$/ })).toBeVisible();
  await accessible(page);
  await shoot(page, 'deletion-status');
});

test('a signed-in person deletes the account on Settings with the password', async ({ page }) => {
  const { email } = await newcomer(page, 'Silas');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await dialog.getByLabel('Your password', { exact: true }).fill('not my password');
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await shoot(page, 'deletion-dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('heading', { name: 'Your data is being deleted' })).toBeVisible();
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(401);
  await page.getByRole('link', { name: 'Return to Homepage' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Get Started Free' }).locator('visible=true').first()).toBeVisible();
});
