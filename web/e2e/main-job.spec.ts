import { expect, test, type Page } from '@playwright/test';
import {
  accessible,
  chooseWhen,
  connectByWindow as connect,
  fitsNarrow,
  postDialog,
  publicationsWith,
  shoot,
  signUp,
  soon,
  takePictures,
  toast,
  type Picture,
} from './support.ts';

async function dropOnPage(page: Page, picture: Picture): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name, bytes }) => {
      const transfer = new DataTransfer();
      const file = new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, { type: 'image/jpeg' });
      transfer.items.add(file);
      return transfer;
    },
    { name: picture.name, bytes: picture.buffer.toString('base64') },
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', type, { dataTransfer: data });
  }
}

test('the main job, from the landing page to a published post', async ({ page, context }) => {
  const caption = `Rye from this morning, still warm. Run ${Date.now()}`;

  await test.step('landing', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Social Media Automation for Every Business' })).toBeVisible();
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '01-landing');
  });

  await test.step('sign up', async () => {
    await page.getByRole('link', { name: 'Get Started Free' }).first().click();
    await expect(page.getByLabel('First name')).toBeVisible();
    await accessible(page);
    await shoot(page, '02-sign-up');
    await signUp(page, 'Ada');
  });

  await test.step('business', async () => {
    await shoot(page, '03-industry');
    await page.getByRole('button', { name: /Restaurant & Food/ }).click();
    await page.getByLabel(/^(Business )?Name/).fill('Blue Door Bakery');
    await shoot(page, '04-business-form');
    await page.getByRole('button', { name: 'Create Business' }).click();
    const ready = page.getByRole('dialog', { name: 'Blue Door Bakery is ready' });
    await expect(ready.getByRole('button', { name: 'Upload photos' })).toBeFocused();
    await accessible(page);
    await shoot(page, '04b-next-steps');
    await ready.getByRole('button', { name: 'Look around first' }).click();
    await expect(page.getByText('Blue Door Bakery').first()).toBeVisible();
    await expect(page.getByText('No photos yet')).toBeVisible();
    await expect(page.getByText('No scheduled posts')).toBeVisible();
    await expect(page.getByText('No social accounts connected')).toBeVisible();
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '05-dashboard-empty', { fullPage: true });
  });

  await test.step('empty calendar and library', async () => {
    await page.goto('/schedule?view=list');
    await expect(page.getByRole('heading', { name: 'No scheduled posts' })).toBeVisible();
    await accessible(page);
    await page.goto('/media');
    await expect(page.getByText('Upload your first photos to get started')).toBeVisible();
    await accessible(page);
    await shoot(page, '06-media-empty');
  });

  const pictures = await takePictures(page, 4);
  await test.step('upload', async () => {
    await page.getByRole('button', { name: 'Upload Photos' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Upload Photos' });
    await dialog
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('no picture'),
      });
    const refusal = 'notes.txt is not a supported image format. Please use JPG, PNG, HEIC, or WebP.';
    await expect(dialog.getByRole('alert').getByText(refusal)).toBeVisible();
    await dialog.locator('input[type="file"]').first().setInputFiles(pictures.slice(0, 2));
    await expect(dialog.getByRole('button', { name: /Upload 2 files/ })).toBeVisible();
    await accessible(page);
    await shoot(page, '07-upload-dialog');
    await dialog.getByRole('button', { name: /Upload 2 files/ }).click();
    await toast(page, 'Photos uploaded successfully!');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    const dropped = pictures[2];
    if (!dropped) {
      throw new Error('There is no third picture.');
    }
    await dropOnPage(page, dropped);
    await expect(dialog.getByRole('button', { name: /Upload 1 file/ })).toBeVisible();
    await dialog.getByRole('button', { name: /Upload 1 file/ }).click();
    await expect(page.getByText('3 photos uploaded')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('library', async () => {
    await expect(page.getByRole('button', { name: /^rye-on-the-shelf\.jpg/ })).toBeVisible();
    await expect(page.getByText('Preparing...')).toHaveCount(0);
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '08-library');
    await page.getByRole('button', { name: 'List view' }).click();
    await expect(page).toHaveURL(/view=list/);
    await accessible(page);
    await shoot(page, '09-library-list');
    await page.getByRole('button', { name: 'Grid view' }).click();
    await page.getByPlaceholder('Search photos...').fill('rye');
    await expect(page.getByText('1 photo matches “rye”')).toBeVisible();
    await page.goBack();
    await expect(page.getByPlaceholder('Search photos...')).toHaveValue('');
    await expect(page.getByText('3 photos uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Details of rye-on-the-shelf.jpg' }).click();
    const details = page.getByRole('dialog', { name: 'Photo Details' });
    await expect(details.getByText('1600 × 1280 px')).toBeVisible();
    await details.getByLabel('Description').fill('Rye loaves on a wooden shelf');
    await details.getByRole('button', { name: 'Save details' }).click();
    await toast(page, 'Photo details saved');
    await accessible(page);
    await shoot(page, '10-photo-details');
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: /Rye loaves on a wooden shelf/ })).toBeVisible();
  });

  await test.step('connect accounts', async () => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Social Media Accounts' })).toBeVisible();
    await connect(page, () => page.getByRole('button', { name: 'Connect Instagram' }).click());
    await toast(page, 'Instagram Connected');
    await expect(page.getByRole('button', { name: 'Disconnect Instagram' })).toBeVisible();

    await page.getByRole('button', { name: 'Connect Facebook' }).click();
    await toast(page, 'Account limit reached');
    await page.getByRole('button', { name: 'Upgrade', exact: true }).first().click();
    const plans = page.getByRole('dialog', { name: 'Choose Your Plan' });
    await shoot(page, '11-plans');
    await plans.getByRole('button', { name: 'Choose Pro' }).click();
    await expect(plans.getByText('Payment Processing')).toBeVisible();
    await toast(page, 'Subscription Updated');

    await connect(
      page,
      () => page.getByRole('button', { name: 'Connect Facebook' }).click(),
      async (popup) => {
        for (const box of await popup.locator('input[type="checkbox"][name^="account_"]:not(:disabled)').all()) {
          await box.check();
        }
      },
    );
    await toast(page, 'Account Connected');
    await connect(page, () => page.getByRole('button', { name: /Connect X/ }).click());
    await expect(page.getByText('3 accounts connected')).toBeVisible();
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '12-settings', { fullPage: true });
  });

  await test.step('switch the AI provider', async () => {
    await page.getByRole('radio', { name: /Anthropic Claude 3\.5/ }).click();
    await toast(page, 'Switched to Anthropic Claude 3.5 for caption generation.');
    await page.getByRole('radio', { name: /OpenAI GPT-4o/ }).click();
    await toast(page, 'Switched to OpenAI GPT-4o for caption generation.');
  });

  const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
  await test.step('compose', async () => {
    await page.goto('/schedule');
    await expect(page.getByText('0 scheduled posts')).toBeVisible();
    await page.getByRole('button', { name: 'Schedule New Post' }).first().click();
    await composer.getByRole('button', { name: 'Save as Draft' }).click();
    await expect(composer.getByText('Please enter a caption for your post.')).toBeVisible();
    await accessible(page);
    await composer.getByRole('button', { name: 'Rye loaves on a wooden shelf' }).click();
    await composer.getByRole('button', { name: 'Generate Caption' }).click();
    await toast(page, 'Caption generated!');
    await expect(composer.getByText('Generated with AI')).toBeVisible();
    await expect(composer.getByLabel('Caption', { exact: false }).first()).not.toBeEmpty();
    await shoot(page, '13-composer-caption');
    await composer.getByRole('checkbox', { name: /Facebook/ }).check();
    await composer.getByRole('checkbox', { name: /X \(Twitter\)/ }).check();
    await expect(composer.getByRole('checkbox', { name: /LinkedIn/ })).toBeDisabled();
    await composer.locator('textarea').fill(caption);
    await accessible(page);
  });

  await test.step('an unfinished post comes back', async () => {
    await page.waitForFunction(
      (text) => Object.values(localStorage).some((value) => String(value).includes(text)),
      caption,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Schedule New Post' }).first().click();
    await expect(composer.getByRole('button', { name: 'Restore draft' })).toBeVisible();
    await shoot(page, '14-restore-draft');
    await composer.getByRole('button', { name: 'Restore draft' }).click();
    await expect(composer.locator('textarea')).toHaveValue(caption);
  });

  await test.step('schedule', async () => {
    await chooseWhen(composer, { date: '2020-01-01', time: '10:00' });
    await composer.getByRole('button', { name: 'Schedule Post' }).click();
    await expect(composer.getByText('Please choose a date and time in the future.')).toBeVisible();
    await expect(composer.getByLabel('Time', { exact: true })).toBeFocused();
    const choose = (when: ReturnType<typeof soon>) => chooseWhen(composer, when);
    await choose(soon(60));
    await shoot(page, '15-composer-ready');
    // The pictures take seconds: what they show would be over by now.
    await choose(soon(15));
    await composer.getByRole('button', { name: 'Schedule Post' }).click();
    await toast(page, 'Post scheduled successfully!');
    await expect(composer).toBeHidden();
  });

  await test.step('published, without a reload', async () => {
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await expect(page.getByText('1 scheduled post', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /Scheduled, .*Rye from this morning/ }).click();
    const details = postDialog(page, /^Rye from this morning/);
    await expect(details.getByText('Waiting').first()).toBeVisible();
    await accessible(page);
    await shoot(page, '16-post-waiting');
    await expect(details.getByRole('link', { name: /View on/ })).toHaveCount(3, { timeout: 120_000 });
    await expect(details.getByText('Published', { exact: true }).first()).toBeVisible();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
    await shoot(page, '17-post-published');

    const [permalink] = await Promise.all([
      context.waitForEvent('page'),
      details.getByRole('link', { name: /View on Instagram/ }).click(),
    ]);
    await expect(permalink.getByText('Rye from this morning').first()).toBeVisible();
    await permalink.close();
    await details.getByRole('button', { name: 'Close' }).click();
    const published = await publicationsWith(page, caption);
    expect(published.map((one) => one.platform).sort()).toEqual(['facebook', 'instagram', 'twitter']);
  });

  await test.step('calendar and list', async () => {
    await expect(page.getByText('0 scheduled posts')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Published, .*Rye from this morning/ })).toBeVisible();
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '18-calendar');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Scheduled Posts' })).toBeVisible();
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
    await accessible(page);
    await shoot(page, '19-list');
  });

  await test.step('dashboard of a business at work', async () => {
    await page.goto('/');
    await expect(page.getByText(/\d+ accounts? connected/)).toBeVisible();
    await accessible(page);
    await fitsNarrow(page);
    await shoot(page, '20-dashboard', { fullPage: true });
  });
});
