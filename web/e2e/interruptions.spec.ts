import { expect, test, type Page } from '@playwright/test';
import {
  connectByWindow,
  connectQuietly,
  fitsNarrow,
  prepareBusiness,
  signIn,
  takePictures,
  toast,
  type Person,
} from './support.ts';

/** A person whose page shows 'Corner Kitchen' and who has a second business. */
async function prepareTwoBusinesses(page: Page, first: string): Promise<Person & { kitchen: string; studio: string }> {
  await page.goto('/login');
  const person = await prepareBusiness(page, first, []);
  const kitchen = ((await person.call('GET', '/api/user/active-business')) as { businessId: string }).businessId;
  const studio = (await person.call('POST', '/api/businesses', {
    name: 'Flax Studio',
    industryType: 'other',
    timeZone: 'America/New_York',
  })) as { id: string };
  await person.call('PUT', '/api/user/active-business', { businessId: kitchen });
  return { ...person, kitchen, studio: studio.id };
}

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Business: / }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('button', { name: `Business: ${name}. Switch business` })).toBeVisible();
}

/** Rows of a list of one business, whatever the page shows. */
async function rowsOf(page: Page, path: string, businessId: string): Promise<unknown[]> {
  const answer = await page.request.get(`${path}?limit=100`, { headers: { 'X-Business-Id': businessId } });
  return ((await answer.json()) as { data: unknown[] }).data;
}

test('a switch of business in mid-upload: the photo lands where it was chosen for', async ({ page }) => {
  const { kitchen, studio } = await prepareTwoBusinesses(page, 'Uma');
  const [picture] = await takePictures(page, 1);
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/photos/direct-upload/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/media');
  await page.getByRole('button', { name: 'Upload Photos' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Photos' });
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles(picture ? [picture] : []);
  await dialog.getByRole('button', { name: /Upload 1 file/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await switchTo(page, 'Flax Studio');
  await page.getByRole('button', { name: /^Uploading/ }).click();
  await expect(page.getByRole('dialog', { name: 'Uploads' })).toContainText('Corner Kitchen');
  goOn();
  await expect.poll(() => rowsOf(page, '/api/photos', kitchen)).toHaveLength(1);
  expect(await rowsOf(page, '/api/photos', studio)).toEqual([]);
  await expect(page.getByText('Upload your first photos to get started')).toBeVisible();
});

test('a switch of business in mid-connect: the account lands where the window was opened for', async ({ page }) => {
  const { kitchen, studio } = await prepareTwoBusinesses(page, 'Otis');
  await page.goto('/settings');
  await connectByWindow(
    page,
    () => page.getByRole('button', { name: 'Connect Instagram' }).click(),
    () => switchTo(page, 'Flax Studio'),
  );
  await toast(page, /is ready for posts from Corner Kitchen\.$/);
  expect(await rowsOf(page, '/api/social-accounts', kitchen)).toHaveLength(1);
  expect(await rowsOf(page, '/api/social-accounts', studio)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Connect Instagram' })).toBeVisible();
});

test('a page that was never opened, without a network: it waits, and opens by itself', async ({ page, context }) => {
  await page.goto('/login');
  await prepareBusiness(page, 'Pia', []);
  // The browser has nothing to spare for pages that nobody opened.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  const loaded = await page.evaluate(() => performance.timeOrigin);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByText('This page opens by itself when you’re back online.')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Analytics' }).click();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
});

test('Back returns to where the person was on the page', async ({ page }) => {
  await page.goto('/login');
  await prepareBusiness(page, 'Bo', []);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/settings');
  await expect(page.getByRole('radiogroup', { name: 'AI provider' })).toBeVisible();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  // A click would scroll the page first to bring the link into view.
  await page.getByRole('link', { name: 'Automation' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Automation', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('radiogroup', { name: 'AI provider' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
});

test('a session that ends in mid-form: what was written is there again after signing in', async ({ page, context }) => {
  await page.goto('/login');
  const { email } = await prepareBusiness(page, 'Sol', []);
  await connectQuietly(page, 'twitter');
  /** The next call of the page finds out. */
  const endSession = () => context.clearCookies();
  const signInAgain = async () => {
    await expect(page.getByText(/^Your session has ended\./)).toBeVisible();
    await signIn(page, email);
  };

  await test.step('in the composer', async () => {
    await page.goto('/schedule');
    await page.getByRole('button', { name: 'Schedule New Post' }).first().click();
    const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
    await composer.getByRole('checkbox', { name: /X \(Twitter\)/ }).check();
    await endSession();
    // The check against the platform's rules meets the end of the session.
    await composer.locator('textarea').fill('Half a thought about rye');
    await signInAgain();
    await expect(page).toHaveURL(/\/schedule$/);
    await page.getByRole('button', { name: 'Schedule New Post' }).first().click();
    await composer.getByRole('button', { name: 'Restore draft' }).click();
    await expect(composer.locator('textarea')).toHaveValue('Half a thought about rye');
    await composer.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('in a settings form', async () => {
    await page.goto('/business-settings');
    await page.getByRole('tab', { name: 'General Settings' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel(/^Business Name/).fill('Corner Kitchen, Coffee Roasters & Bakery');
    await endSession();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await signInAgain();
    await page.getByRole('tab', { name: 'General Settings' }).click();
    await expect(page.getByLabel(/^Business Name/)).toHaveValue('Corner Kitchen, Coffee Roasters & Bakery');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Business saved');
    await fitsNarrow(page); // however long the name is
  });
});
