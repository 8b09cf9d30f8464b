import { expect, test, type Locator, type Page } from '@playwright/test';
import { connectQuietly, newcomer, settled, soon, takePictures } from './support.ts';

/** Goes there as a person does who has no pointer: by Tab alone, from wherever the focus is. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${String(target)}.`);
}

async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

for (const [device, theme, viewport] of [
  ['desktop', 'light', { width: 1280, height: 900 }],
  ['phone', 'dark', { width: 390, height: 844 }],
] as const) {
  test.describe(`by keyboard and by name alone, on a ${device} in ${theme}`, () => {
    test.use({ viewport });

    test('a photo is uploaded and a post of it scheduled', async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('postloom.theme', name), theme);
      await page.goto('/login');
      await newcomer(page, 'Kay');
      await connectQuietly(page, 'instagram');
      const pictures = await takePictures(page, 1);

      await test.step('uploads', async () => {
        await page.goto('/media');
        await settled(page);
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
        await page.keyboard.press('Enter');
        await pressAt(page, page.getByRole('main').getByRole('button', { name: 'Upload Photos' }).first());
        const dialog = page.getByRole('dialog', { name: 'Upload Photos' });
        const choosing = page.waitForEvent('filechooser');
        await pressAt(page, dialog.getByRole('button', { name: /browse files/ }));
        await (await choosing).setFiles(pictures);
        await pressAt(page, dialog.getByRole('button', { name: 'Upload 1 file' }));
        await pressAt(page, dialog.getByRole('button', { name: 'Done' }));
        await expect(dialog).toBeHidden();
        await expect(page.getByRole('main')).toMatchAriaSnapshot(`
          - main:
            - heading "Media Library" [level=1]
            - status: 1 photo uploaded
            - button "Upload Photos"
            - search:
              - searchbox "Search photos"
            - group "View":
              - button "Grid view" [pressed]
              - button "List view"
            - heading "All Photos" [level=2]
            - list "Photos":
              - listitem:
                - button /window-at-dawn.jpg/
                - button "Details of window-at-dawn.jpg"
        `);
      });

      const composer = page.getByRole('dialog', { name: 'Schedule New Post' });
      await test.step('writes and schedules', async () => {
        await page.goto('/schedule');
        await settled(page);
        await pressAt(page, page.getByRole('button', { name: 'Schedule New Post' }));
        await expect(composer.getByRole('checkbox', { name: 'Instagram' })).toBeChecked();
        await type(page, composer.getByRole('textbox', { name: 'Caption' }), 'By keys alone');
        await expect(composer.getByRole('textbox', { name: 'Caption' })).toHaveValue('By keys alone');
        await pressAt(page, composer.getByRole('button', { name: 'window-at-dawn.jpg', exact: true }));
        const { date, time } = soon(86_400);
        await type(page, composer.getByRole('textbox', { name: 'Date' }), date);
        await page.keyboard.press('Enter');
        await type(page, composer.getByRole('combobox', { name: 'Time' }), time);
        await page.keyboard.press('Enter');
        await expect(composer).toMatchAriaSnapshot(`
          - dialog "Schedule New Post":
            - heading "Schedule New Post" [level=2]
            - group "Platforms":
              - checkbox "Instagram" [checked]
              - checkbox "Facebook" [disabled]
            - textbox "Caption"
            - group "Photos":
              - list "Photos to choose from":
                - listitem:
                  - button "window-at-dawn.jpg" [pressed]
            - textbox "Date"
            - combobox "Time"
            - button "Schedule Post"
        `);
        await pressAt(page, composer.getByRole('button', { name: 'Schedule Post' }));
        await expect(composer).toBeHidden();
        await expect(page.getByRole('button', { name: 'Schedule New Post' })).toBeFocused();
      });

      await test.step('finds it by its name', async () => {
        await page.goto('/schedule?view=list');
        const post = page.getByRole('link', { name: /By keys alone/ });
        await pressAt(page, post);
        const details = page.getByRole('dialog', { name: 'By keys alone' });
        await expect(details.getByText('Waiting')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(details).toBeHidden();
        await expect(post).toBeFocused();
      });
    });
  });
}
