import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  accessible,
  apart,
  fitsNarrow,
  prepareBusiness,
  settled,
  shoot,
  takePictures,
  toast,
  type Picture,
} from './support.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Albums' });
const album = (page: Page, name: string) => panel(page).getByRole('button', { name });
const photo = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Photos' }).getByRole('listitem').filter({ hasText: name });
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

async function make(page: Page, name: string, inside?: string): Promise<void> {
  if (inside === undefined) {
    await panel(page).getByRole('button', { name: 'New Album' }).click();
  } else {
    await album(page, `Actions for ${inside}`).click();
    await page.getByRole('menuitem', { name: 'New album inside' }).click();
  }
  const dialog = page.getByRole('dialog', { name: /^New Album/ });
  await dialog.getByLabel('Album name').fill(name);
  await dialog.getByRole('button', { name: 'Create Album' }).click();
  await toast(page, 'Album created successfully!');
  await heading(page, `${name} Photos`);
}

/** Takes the last change back by its message. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await toast(page, 'Your last change was undone');
}

/** Of a portrait photo in the editor, all is to be seen beside the first and the last slider, on small phones too. */
async function inSightOnPhones(page: Page, editor: Locator): Promise<void> {
  const picture = editor.getByRole('img', { name: 'The photo with your changes' });
  const before = page.viewportSize();
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    for (const name of ['Saturation', 'Straighten']) {
      const slider = editor.getByRole('slider', { name });
      await slider.focus();
      await expect(slider).toBeInViewport({ ratio: 1 });
      await expect(picture).toBeInViewport({ ratio: 1 });
      await apart(picture, slider);
    }
  }
  if (before) {
    await page.setViewportSize(before);
  }
}

test('a library is put in order: albums, a photo dragged onto one, many moved and moved back, a look changed and changed back', async ({
  page,
}) => {
  await page.goto('/');
  await prepareBusiness(page, 'Lena', await takePictures(page, 4));

  await test.step('albums are made, one inside another, shown by a click and left by the next', async () => {
    await page.goto('/media');
    await expect(panel(page).getByText('Keep photos together by season, product or customer.')).toBeVisible();
    await shoot(page, 'library-1-no-albums');
    await make(page, 'Summer menu');
    await make(page, 'Desserts', 'Summer menu');
    await expect(page.getByRole('navigation', { name: 'Where this album is' })).toContainText('Summer menu');
    await album(page, 'Summer menu / Desserts, 0 photos').click();
    await heading(page, 'All Photos');
    await expect(album(page, 'All Photos')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a photo is dragged onto an album, whose cover it becomes, and off again', async () => {
    await photo(page, 'window-at-dawn.jpg').dragTo(album(page, 'Summer menu, 0 photos'));
    await toast(page, 'Photo moved to album!');
    await expect(album(page, 'Summer menu, 1 photo').locator('img')).toBeVisible();
    await undo(page);
    await expect(album(page, 'Summer menu, 0 photos').locator('img')).toHaveCount(0);
    await photo(page, 'window-at-dawn.jpg').dragTo(album(page, 'Summer menu / Desserts, 0 photos'));
    await expect(album(page, 'Summer menu / Desserts, 1 photo')).toBeVisible();
    await accessible(page);
    await shoot(page, 'library-2-albums');
    await fitsNarrow(page);
  });

  await test.step('an album shows its own photos, or with those inside it; filters narrow them', async () => {
    await album(page, 'Summer menu, 1 photo in the albums inside it').click();
    await expect(page.getByText('Viewing: Summer menu')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No photos found' })).toBeVisible();
    await page.getByRole('button', { name: 'With albums inside' }).click();
    await expect(photo(page, 'window-at-dawn.jpg')).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('dialog', { name: 'Filter photos' });
    await filters.getByLabel('Shape').selectOption('Portrait');
    await accessible(page);
    await filters.getByRole('button', { name: 'Show photos' }).click();
    await expect(page.getByText('No photo matches all of your filters.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Remove the filter Portrait' }).click();
    await expect(photo(page, 'window-at-dawn.jpg')).toBeVisible();
    await page.getByRole('button', { name: 'Show All' }).click();
    await heading(page, 'All Photos');
  });

  await test.step('many are chosen, moved at once, and moved back', async () => {
    const circle = (name: string) => photo(page, name).getByRole('button').first();
    await circle('evening-counter.jpg').click();
    await circle('rye-on-the-shelf.jpg').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected photos' });
    await expect(bar).toContainText('3 selected');
    await accessible(page);
    await shoot(page, 'library-3-selection');
    await bar.getByRole('button', { name: 'Move to album' }).click();
    const dialog = page.getByRole('dialog', { name: 'Organize 3 Photos' });
    await dialog.getByLabel('Album').selectOption({ label: 'Summer menu' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, '3 photos moved to album successfully!');
    await expect(album(page, 'Summer menu, 3 photos')).toBeVisible();
    await undo(page);
    await expect(album(page, 'Summer menu, 1 photo in the albums inside it')).toBeVisible();
  });

  await test.step('photos are looked through one after the other', async () => {
    await page
      .getByRole('button', { name: /^Details of / })
      .first()
      .click();
    const details = page.getByRole('dialog', { name: 'Photo Details' });
    await expect(details.getByRole('button', { name: 'Next photo' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(details).toHaveAccessibleDescription(/^\S+\.jpg, 3 of 4$/);
    await settled(page);
    await accessible(page);
    await shoot(page, 'library-4-looked-through');
    // By the mouse: the first Escape may close the message that was there before.
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();
    const third = page.getByRole('list', { name: 'Photos' }).getByRole('listitem').nth(2);
    await expect(third.getByRole('button').first()).toBeFocused();
  });

  await test.step('a photo is turned, and shown as it was again', async () => {
    await page.getByRole('button', { name: 'Details of garden-lunch.jpg' }).click();
    const details = page.getByRole('dialog', { name: 'Photo Details' });
    await details.getByRole('button', { name: 'Edit Photo' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Photo' });
    await editor.getByRole('button', { name: 'Rotate right' }).click();
    await settled(page);
    await accessible(page);
    await shoot(page, 'library-4-editor');
    await inSightOnPhones(page, editor);
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Photo changed');
    await expect(details.getByText('1280 × 1600 px')).toBeVisible();
    await details.getByRole('button', { name: 'Edit Photo' }).click();
    await editor.getByRole('button', { name: 'Back to the original' }).click();
    await toast(page, 'The photo is back to the original');
    await expect(details.getByText('1600 × 1280 px')).toBeVisible();
  });

  await test.step('a deleted photo waits, and comes back', async () => {
    const details = page.getByRole('dialog', { name: 'Photo Details' });
    await details.getByRole('button', { name: 'Delete', exact: true }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByText('3 photos uploaded')).toBeVisible();
    await page.getByRole('button', { name: 'Recently deleted' }).click();
    const waiting = page.getByRole('dialog', { name: 'Recently deleted' });
    await expect(waiting.getByText('garden-lunch.jpg')).toBeVisible();
    await accessible(page);
    await waiting.getByRole('button', { name: 'Restore garden-lunch.jpg' }).click();
    await expect(waiting.getByText('Nothing was deleted lately')).toBeVisible();
    await waiting.getByRole('button', { name: 'Close' }).click();
    await expect(photo(page, 'garden-lunch.jpg')).toBeVisible();
  });

  await test.step('an album is deleted from its menu; its photos stay', async () => {
    await album(page, 'Summer menu / Desserts, 1 photo').hover();
    await panel(page).getByRole('button', { name: 'Actions for Desserts' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Desserts?' });
    await expect(question).toContainText('Photos will not be deleted, just unorganized.');
    await question.getByRole('button', { name: 'Delete Album' }).click();
    await toast(page, 'Album deleted successfully!');
    await album(page, 'No Album').click();
    await expect(page.getByText('4 photos in this album')).toBeVisible();
  });
});

/** What the browser hands to a page for files from outside. */
async function drag(page: Page, event: 'dragenter' | 'dragover' | 'drop', files: readonly Picture[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (all) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  );
  await page.dispatchEvent('main', event, { dataTransfer });
}

test('photos that are dropped on any page open the upload with them, and their links can be copied', async ({
  page,
}) => {
  await page.goto('/');
  const pictures = await takePictures(page, 2);
  await prepareBusiness(page, 'Milo', []);
  await page.goto('/automation');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await drag(page, 'dragenter', pictures);
  // A browser tells of files again and again while they hang above a page, whose code for them comes after its first paint.
  await expect(async () => {
    await drag(page, 'dragover', pictures);
    await expect(page.getByText('Drop photos to upload them')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await shoot(page, 'library-5-drop');
  await drag(page, 'drop', pictures);
  const dialog = page.getByRole('dialog', { name: 'Upload Photos' });
  await expect(dialog.getByText('rye-on-the-shelf.jpg').first()).toBeVisible();
  await expect(page).toHaveURL(/\/automation$/);
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(dialog.getByText('Complete', { exact: true })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).first().click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Link copied to clipboard.' })).toBeVisible();
  await accessible(page);
  await shoot(page, 'library-6-uploaded');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(link);
  await expect(
    page.getByRole('dialog', { name: 'Photo Details' }).getByText('window-at-dawn.jpg', { exact: true }),
  ).toBeVisible();
});
