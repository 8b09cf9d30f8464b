import { expect, test, type Page } from '@playwright/test';
import {
  accessible,
  chooseWhen,
  connectByWindow,
  connectQuietly,
  fitsNarrow,
  postDialog,
  prepareBusiness,
  publicationsWith,
  sandboxUrl,
  shoot,
  soon,
  takePictures,
  toast,
} from './support.ts';

type Post = { id: string; status: string; targets: { platform: string; status: string }[] };

test('five accounts, each with its doctor, and what to set up where one is missing', async ({ page }) => {
  await page.goto('/login');
  await prepareBusiness(page, 'Noor', []);
  // An account that no other story posts to: the access to it is taken back.
  const own = await page.request.post(`${sandboxUrl}/sandbox/accounts`, {
    data: { platform: 'twitter', name: 'Noor at the counter' },
  });
  expect(own.ok(), await own.text()).toBe(true);
  await page.goto('/settings');
  const everyPage = async (popup: Page): Promise<void> => {
    for (const box of await popup.locator('input[type="checkbox"][name^="account_"]:not(:disabled)').all()) {
      await box.check();
    }
  };
  const theOwn = (popup: Page): Promise<void> => popup.getByRole('radio', { name: /Noor at the counter/ }).check();
  for (const [button, choose] of [
    ['Connect Instagram', undefined],
    ['Connect Facebook', everyPage],
    ['Connect X (Twitter)', theOwn],
    ['Connect LinkedIn', undefined],
    ['Connect TikTok', undefined],
  ] as const) {
    await connectByWindow(page, () => page.getByRole('button', { name: button }).click(), choose);
    await expect(page.getByRole('button', { name: button.replace('Connect', 'Disconnect') })).toBeVisible();
  }
  await expect(page.getByText('5 accounts connected')).toBeVisible();
  await accessible(page);
  await fitsNarrow(page);
  await shoot(page, '40-five-accounts', { fullPage: true });

  await page.getByRole('button', { name: 'Check the connection to LinkedIn' }).click();
  const doctor = page.getByRole('dialog', { name: 'LinkedIn connection' });
  await expect(doctor.getByText('Everything works. Posts can go to LinkedIn.')).toBeVisible();
  await accessible(page);
  await shoot(page, '41-doctor-in-order');
  await doctor.getByRole('button', { name: 'Close' }).click();

  // The person takes the access back on X, which tells nobody.
  const accounts = (await (await page.request.get('/api/social-accounts')).json()) as {
    platform: string;
    accountId: string;
  }[];
  const removed = await page.request.post(`${sandboxUrl}/sandbox/webhooks`, {
    data: {
      platform: 'twitter',
      event: 'removed',
      accountId: accounts.find(({ platform }) => platform === 'twitter')?.accountId,
    },
  });
  expect(removed.ok(), await removed.text()).toBe(true);
  await page.getByRole('button', { name: 'Check the connection to X (Twitter)' }).click();
  const broken = page.getByRole('dialog', { name: 'X (Twitter) connection' });
  await expect(broken.getByText('Posts can’t go to X until this is fixed.')).toBeVisible();
  await expect(broken.getByRole('button', { name: 'Reconnect X' }).first()).toBeVisible();
  await accessible(page);
  await shoot(page, '42-doctor-broken');
  await broken.getByRole('button', { name: 'Close' }).click();

  // An installation without credentials, as the server tells it.
  await page.route('**/api/social/tiktok/doctor', (route) =>
    route.fulfill({
      json: {
        platform: 'tiktok',
        verdict: 'setup_required',
        checkedAt: new Date().toISOString(),
        checks: [
          {
            id: 'app_credentials',
            status: 'problem',
            title: 'App credentials',
            message: 'This installation has no TikTok app yet.',
            steps: [],
            action: 'set_up',
          },
        ],
      },
    }),
  );
  await page.route('**/api/social/tiktok/auth', (route) =>
    route.fulfill({
      json: {
        setupRequired: true,
        redirectUri: 'http://localhost:3000/api/social/tiktok/callback',
        instructions: { steps: ['Create an app at developers.tiktok.com.', 'Add the redirect URL below to it.'] },
      },
    }),
  );
  await page.getByRole('button', { name: 'Check the connection to TikTok' }).click();
  await page.getByRole('button', { name: 'Show the setup steps' }).click();
  const setup = page.getByRole('dialog', { name: 'Setup Required' });
  await expect(setup.getByText('http://localhost:3000/api/social/tiktok/callback')).toBeVisible();
  await shoot(page, '43-setup-required');
});

test('two photos, a caption of its own for X, and a crop that mends the post', async ({ page }) => {
  const mark = `Run ${Date.now()}`;
  await page.goto('/login');
  const [plain] = await takePictures(page, 1);
  const [, wide] = await takePictures(page, 2, 3200);
  if (!plain || !wide) {
    throw new Error('There are no pictures.');
  }
  await prepareBusiness(page, 'Ines', [plain, wide]);
  for (const platform of ['instagram', 'twitter', 'linkedin']) {
    await connectQuietly(page, platform);
  }
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Schedule New Post' }).click();
  const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
  const library = composer.getByRole('list', { name: 'Photos to choose from' });
  await library.getByRole('button', { name: 'window-at-dawn.jpg' }).click();
  await library.getByRole('button', { name: 'rye-on-the-shelf.jpg' }).click();
  const strip = composer.getByRole('list', { name: 'Chosen photos, in order' });
  await expect(strip.getByRole('listitem')).toHaveCount(2);
  await strip.getByRole('button', { name: /^rye-on-the-shelf\.jpg, place 2/ }).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(strip.getByRole('button', { name: /^rye-on-the-shelf\.jpg, place 1 of 2, cover/ })).toBeFocused();

  await composer.locator('textarea').fill(`Rye from this morning, still warm. ${mark}`);
  await composer.getByRole('checkbox', { name: /X \(Twitter\)/ }).check();
  await composer.getByRole('checkbox', { name: /LinkedIn/ }).check();
  const captions = composer.getByRole('group', { name: 'Caption to edit' });
  await captions.getByRole('button', { name: /^X/ }).click();
  await composer.locator('textarea').fill(`Rye. Warm. ${mark}`);
  await captions.getByRole('button', { name: 'LinkedIn' }).click();
  await expect(composer.locator('textarea')).toHaveValue(/still warm/);
  await captions.getByRole('button', { name: /^X/ }).click();
  await expect(composer.locator('textarea')).toHaveValue(`Rye. Warm. ${mark}`);

  const check = composer.getByRole('region', { name: 'Check by platform' });
  const fix = check.getByRole('button', { name: /^Apply for Instagram/ }).first();
  await expect(fix).toBeVisible();
  await accessible(page);
  await check.scrollIntoViewIfNeeded();
  await shoot(page, '44-composer-fix');
  await fix.click();
  await expect(check.getByRole('button', { name: /^Apply for Instagram/ })).toHaveCount(0);
  await expect(strip.getByRole('listitem')).toHaveCount(2);
  const choose = (when: ReturnType<typeof soon>) => chooseWhen(composer, when);
  await choose(soon(60));
  await shoot(page, '45-composer-fixed');
  // The pictures take seconds: what they show would be over by now.
  await choose(soon(15));
  await composer.getByRole('button', { name: 'Schedule Post' }).click();
  await toast(page, 'Post scheduled successfully!');

  await expect.poll(async () => (await publicationsWith(page, mark)).length, { timeout: 150_000 }).toBe(3);
  const published = await publicationsWith(page, mark);
  expect(published.find((one) => one.platform === 'twitter')?.text).toBe(`Rye. Warm. ${mark}`);
  for (const one of published) {
    expect(one.media).toHaveLength(2);
  }

  const posts = (await (await page.request.get('/api/posts')).json()) as Post[];
  await page.goto(`/schedule?view=list&post=${posts[0]?.id}`);
  const details = postDialog(page, /^Rye from this morning/);
  await expect(details.getByRole('link', { name: /View on/ })).toHaveCount(3);
  await accessible(page);
  await shoot(page, '46-post-details');
  await details.getByRole('button', { name: 'Duplicate' }).click();
  await toast(page, 'Copied as a draft');
  await expect(details.getByText('Not scheduled').first()).toBeVisible();
});
