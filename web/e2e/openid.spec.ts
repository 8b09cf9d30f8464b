import { expect, test } from '@playwright/test';
import { accessible, fitsNarrow, shoot } from './support.ts';

test('somebody signs in at a provider, finds the page they wanted, and signs out there as well', async ({ page }) => {
  const email = `mara.${Date.now()}@example.org`;

  await test.step('a deep link leads to the sign-in page, which has no form', async () => {
    await page.goto('/automation?from=mail#top');
    await expect(page).toHaveTitle('Sign in · Postloom');
    await expect(page.getByText('Sign in to open that page.')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await shoot(page, 'openid-sign-in');
    await accessible(page);
    await fitsNarrow(page);
  });

  await test.step('the provider asks who it is, and the page is the one that was wanted', async () => {
    await page.getByRole('link', { name: 'Sign in with Try-out Accounts' }).click();
    await expect(page.getByRole('heading', { name: 'Try-out Accounts' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Name').fill('Mara Lind');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/automation?from=mail');
    const user = (await (await page.request.get('/api/auth/user')).json()) as Record<string, unknown>;
    expect(user).toMatchObject({ email, firstName: 'Mara', lastName: 'Lind', emailVerified: true });
  });

  await test.step('signing out ends the session here and there', async () => {
    await page.goto('/api/logout');
    await expect(page.getByRole('heading', { name: 'Sign out here too?' })).toBeVisible();
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveTitle(/^Postloom: /);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  await test.step('the provider asks again; giving up is said, and the way back is kept', async () => {
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Sign in with Try-out Accounts' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(
      page.getByText('You did not finish signing in with Try-out Accounts. Nothing has changed.'),
    ).toBeVisible();
    await shoot(page, 'openid-cancelled');
    await page.getByRole('link', { name: 'Sign in with Try-out Accounts' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings');
  });

  await test.step('Settings offer nothing that is changed at the provider', async () => {
    const business = { name: 'Corner Kitchen', industryType: 'restaurant' };
    expect((await page.request.post('/api/businesses', { data: business })).status()).toBe(201);
    await page.reload();
    const security = page.getByRole('region', { name: 'Security' });
    await expect(security.getByText(/^You sign in with Try-out Accounts\. Your password/)).toBeVisible();
    await expect(security.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Where you are signed in' }).getByText('This device')).toBeVisible();
    await shoot(page, 'openid-settings', { fullPage: true });
    expect((await page.request.get('/api/auth/security')).status()).toBe(404);
  });

  await test.step('the account is deleted on Settings without a password, right after signing in', async () => {
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await expect(dialog.getByText(/so there is no password to give here/)).toBeVisible();
    await shoot(page, 'openid-deletion-dialog');
    await accessible(page);
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await expect(page.getByRole('heading', { name: 'Your data is being deleted' })).toBeVisible();
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  });

  await test.step('there is nothing to register or to reset', async () => {
    await page.context().clearCookies();
    for (const path of [
      '/register',
      '/forgot-password',
      '/reset-password?token=x',
      '/change-email?token=x',
      '/secure-account?token=x',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: 'Sign in with Try-out Accounts' })).toBeVisible();
    }
    const answer = await page.request.post('/api/auth/login', { data: { email, password: 'rye at dawn' } });
    expect(answer.status()).toBe(404);
  });
});
