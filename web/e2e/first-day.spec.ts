import { expect, test, type Page } from '@playwright/test';
import {
  accessible,
  chooseWhen,
  connectByWindow,
  mailedLink,
  password,
  signIn,
  signUp,
  soon,
  takePictures,
  toast,
} from './support.ts';

/** Minutes that a newcomer may need from the landing page to the first scheduled post. */
const MOST_MINUTES = 3;

/** Every click and tap of a person, whatever page they are on; also those in the windows of the platforms. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.context().exposeBinding('countClick', () => {
    clicks += 1;
  });
  await page.context().addInitScript(() => {
    const count = (globalThis as unknown as { countClick(): void }).countClick;
    addEventListener('click', (event) => (event.isTrusted && event.detail > 0 ? count() : undefined), true);
  });
  return () => clicks;
}

async function signUpFromLanding(page: Page, first: string): Promise<string> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started Free' }).locator('visible=true').first().click();
  await expect(page).toHaveTitle('Create your account · Postloom');
  return signUp(page, first);
}

async function setUpBusiness(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Restaurant & Food/ }).click();
  await expect(page.getByLabel('Brand Tone')).toHaveValue('friendly');
  await page.getByLabel(/^Business Name/).fill(name);
  await page.getByRole('button', { name: 'Create Business' }).click();
}

async function uploadFirstPhoto(page: Page): Promise<void> {
  const [picture] = await takePictures(page, 1);
  if (!picture) {
    throw new Error('There is no picture.');
  }
  const dialog = page.getByRole('dialog', { name: 'Upload Photos' });
  await dialog.locator('input[type="file"]').first().setInputFiles(picture);
  await dialog.getByRole('button', { name: /Upload 1 file/ }).click();
  await expect(dialog.getByText('Upload complete')).toBeVisible();
  await dialog
    .getByRole('button', { name: /^(Done|Close)$/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
}

/** From the dashboard: connects Instagram, writes a post for tomorrow morning, and waits for the answer. */
async function connectAndSchedule(page: Page, caption: string): Promise<void> {
  await connectByWindow(page, () =>
    page.getByRole('region', { name: 'Getting started' }).getByRole('button', { name: 'Connect', exact: true }).click(),
  );
  await toast(page, 'Instagram Connected');
  await page
    .getByRole('button', { name: /^Create (Your First )?Post/ })
    .first()
    .click();
  const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
  await composer.getByRole('checkbox', { name: /Instagram/ }).check();
  await composer.locator('textarea').first().fill(caption);
  const photo = composer.getByRole('button', { name: 'window-at-dawn.jpg', exact: true });
  if ((await photo.getAttribute('aria-pressed')) !== 'true') {
    await photo.click();
  }
  await chooseWhen(composer, { date: soon(86_400).date, time: '9:30 am' });
  await composer.getByRole('button', { name: 'Schedule Post' }).click();
  await toast(page, 'Post scheduled successfully!');
  await expect(composer).toBeHidden();
}

/** From the dashboard: plans the days that have no post yet, as the trade's template proposes them. */
async function planFirstWeek(page: Page): Promise<void> {
  await page.goto('/');
  const started = page.getByRole('region', { name: 'Getting started' });
  await expect(started.getByText('3 of 4 done')).toBeVisible();
  await started.getByRole('button', { name: 'Plan Your Week' }).click();
  const dialog = page.getByRole('dialog', { name: 'Plan your week' });
  // One photo is there, so one more post goes out; the others keep their words and times as drafts.
  await expect(dialog.getByText(/^1 post goes out on time and \d drafts wait for you\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Plan the week' }).click();
  await toast(page, /^1 post scheduled and \d drafts saved$/);
  await expect(page).toHaveURL(/\/schedule\?view=week/);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Next 7 days' }).getByText(/Rye from this morning/)).toBeVisible();
  await expect(started).toHaveCount(0);
}

for (const [device, viewport] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`a newcomer on a ${device}`, () => {
    test.use({ viewport, hasTouch: device === 'phone', isMobile: device === 'phone' });

    const report = (story: string, since: number, clicks: number) => {
      const minutes = (Date.now() - since) / 60_000;
      console.log(`first day, ${story}, ${device}: ${minutes.toFixed(2)} minutes, ${clicks} clicks`);
      expect(minutes).toBeLessThan(MOST_MINUTES);
    };

    test('goes from the landing page to a first scheduled post, and to a planned week', async ({ page }) => {
      const clicks = await countClicks(page);
      const since = Date.now();
      await signUpFromLanding(page, 'Ines');
      await setUpBusiness(page, 'Corner Bakery');
      const ready = page.getByRole('dialog', { name: 'Corner Bakery is ready' });
      await ready.getByRole('button', { name: 'Upload photos' }).click();
      await uploadFirstPhoto(page);
      await connectAndSchedule(page, 'Rye from this morning, still warm.');
      report('straight', since, clicks());
      await page.goto('/schedule?view=list');
      await expect(page.getByText('Rye from this morning').first()).toBeVisible();
      await planFirstWeek(page);
    });

    test('opens every mail on the way, forgets the password and comes back', async ({ page }) => {
      const clicks = await countClicks(page);
      const since = Date.now();
      const email = await signUpFromLanding(page, 'Tomas');

      await test.step('confirms the address', async () => {
        await page.goto(await mailedLink(page, email, /Confirm your email/));
        await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
        await expect(page).toHaveTitle('Confirm your email address · Postloom');
        await accessible(page);
        await page.reload();
        await expect(page.getByRole('heading', { name: 'Your address is already confirmed' })).toBeVisible();
        await page.getByRole('link', { name: 'Continue to Postloom' }).click();
        await expect(page.getByRole('region', { name: 'Email address' })).toHaveCount(0);
      });

      await test.step('forgets the password', async () => {
        await page.goto('/api/logout');
        await page.goto('/schedule?view=list');
        await expect(page).toHaveURL(/\/login\?returnTo=/);
        await expect(page.getByText('Sign in to open that page.')).toBeVisible();
        await signIn(page, email, 'what was it again');
        await page.getByRole('link', { name: 'Set a new password' }).click();
        await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
        await expect(page.getByLabel('Email')).toHaveValue(email);
        await accessible(page);
        await page.getByRole('button', { name: 'Send the link' }).click();
        await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
        await page.goto(await mailedLink(page, email, /Set a new password/));
        await page.getByLabel(/^New password/).fill(`${password}, again`);
        await accessible(page);
        await page.getByRole('button', { name: 'Set new password' }).click();
        await page.getByRole('link', { name: 'Sign in with the new password' }).click();
        await signIn(page, email, `${password}, again`);
        // Where they were headed, although a mail came between.
        await expect(page).toHaveURL(/\/schedule\?view=list$/);
        await page.goto('/');
        await expect(page).toHaveTitle('Dashboard · Postloom');
      });

      await test.step('goes on where they were', async () => {
        await page.getByRole('button', { name: 'Choose Your Industry' }).first().click();
        await setUpBusiness(page, 'Second Try Bakery');
        await page
          .getByRole('dialog', { name: 'Second Try Bakery is ready' })
          .getByRole('button', { name: 'Upload photos' })
          .click();
        await uploadFirstPhoto(page);
        await connectAndSchedule(page, 'A second try, and better for it.');
      });
      report('every mail opened', since, clicks());
    });

    test('takes the long way: looks around first, renames the business, signs in again', async ({ page }) => {
      const clicks = await countClicks(page);
      const since = Date.now();
      const email = await signUpFromLanding(page, 'Yuki');
      await setUpBusiness(page, 'My Restaurant & Food Business');
      await page.getByRole('button', { name: 'Look around first' }).click();

      await test.step('asks for the mail again', async () => {
        const notice = page.getByRole('region', { name: 'Email address' });
        await expect(notice).toContainText(email);
        await notice.getByRole('button', { name: 'Send again' }).click();
        await expect(notice.getByText('Sent. Check your inbox.')).toBeVisible();
        await notice.getByRole('button', { name: 'Not now' }).click();
        await expect(notice).toHaveCount(0);
      });

      await test.step('gives the business its name', async () => {
        await page.goto('/business-settings');
        await expect(page).toHaveTitle('Business Settings · Postloom');
        await page.getByRole('tab', { name: 'General Settings' }).click();
        await page.getByRole('button', { name: 'Edit' }).click();
        await page.getByLabel(/^Business Name/).fill('Yuki’s Noodles');
        await accessible(page);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await toast(page, 'Business saved');
        await expect(page.getByText('Yuki’s Noodles').first()).toBeAttached();
      });

      await test.step('signs out and comes back to the page', async () => {
        await page.goto('/api/logout');
        await page.goto('/media');
        await signIn(page, email);
        await expect(page).toHaveTitle('Media Library · Postloom');
        await page.getByRole('button', { name: 'Upload Photos' }).first().click();
        await uploadFirstPhoto(page);
        await page.goto('/');
        await connectAndSchedule(page, 'Noodles by lamplight.');
      });
      report('the long way', since, clicks());
    });
  });
}
