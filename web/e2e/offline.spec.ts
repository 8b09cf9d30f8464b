import { expect, test, type Page } from '@playwright/test';
import { accessible, connectQuietly, prepareBusiness, shoot, takePictures } from './support.ts';

test.use({ serviceWorkers: 'allow' });

/** The device has what opens the product, and the answers of these reads. */
async function isKept(page: Page, paths: readonly string[]): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const opening = indexedDB.open('postloom-seen');
            opening.onupgradeneeded = () => opening.transaction?.abort();
            opening.onerror = () => resolve([]);
            opening.onsuccess = () => {
              const asked = opening.result.transaction('answers').objectStore('answers').getAll();
              asked.onsuccess = () => {
                opening.result.close();
                resolve(asked.result.map(({ key }: { key: string[] }) => key[1] ?? ''));
              };
            };
          }),
      ),
    )
    .toEqual(expect.arrayContaining([...paths]));
}

const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
const age = /No Internet connection\. You see what was loaded on .+, \d+:\d\d [AP]M/;

test('without a network: the screens that were seen last, with their age; after signing out, nothing', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  const person = await prepareBusiness(page, 'Ida', await takePictures(page, 2));
  await connectQuietly(page, 'instagram');
  const plan = (caption: string, days: number) =>
    person.call('POST', '/api/posts', {
      caption,
      platforms: ['instagram'],
      status: 'scheduled',
      scheduledFor: new Date(Date.now() + days * 86_400_000).toISOString(),
      photoId: person.photoIds[0],
    });
  await plan('Rye, baked this morning', 2);

  await test.step('what the pages show is kept', async () => {
    await page.goto('/schedule?view=list');
    await expect(page.getByText('Rye, baked this morning').first()).toBeVisible();
    await page.getByRole('link', { name: 'Media' }).first().click();
    await expect(page.getByRole('button', { name: 'Details of window-at-dawn.jpg' })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await isKept(page, ['/api/auth/user', '/api/businesses', '/api/posts', '/api/photos', '/api/dashboard/stats']);
  });

  await context.setOffline(true);
  await test.step('and there again without a network', async () => {
    await page.goto('/schedule?view=list');
    await expect(page.getByText('Rye, baked this morning').first()).toBeVisible();
    await expect(page.getByText(age)).toBeVisible();
    await accessible(page);
    await shoot(page, '95-offline-schedule');
    await page.getByRole('link', { name: 'Media' }).first().click();
    await expect(page.getByRole('button', { name: 'Details of window-at-dawn.jpg' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Details of window-at-dawn.jpg' })).toBeVisible();
    await expect(page.getByText(age)).toBeVisible();
    await shoot(page, '96-offline-media');
    await page.goto('/');
    await expect(page.getByText(age)).toBeVisible();
    await shoot(page, '97-offline-dashboard');
    // What was never seen says so.
    await page.getByRole('link', { name: 'Analytics' }).first().click();
    await expect(page.getByText('This loads by itself when you’re back online.').first()).toBeVisible();
  });

  await test.step('with the network everything is as it is now', async () => {
    await page.goto('/schedule?view=list');
    await expect(page.getByText('Rye, baked this morning').first()).toBeVisible();
    await plan('Buns, still warm', 3);
    await context.setOffline(false);
    await expect(page.getByText('Buns, still warm').first()).toBeVisible();
    await expect(page.getByText(/You see what was loaded/)).toHaveCount(0);
  });

  await test.step('after signing out nothing of it is left', async () => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: /Sign in|Log in/ }).first()).toBeVisible();
    await expect.poll(() => databases(page)).not.toContain('postloom-seen');
    await context.setOffline(true);
    await page.goto('/schedule?view=list');
    await expect(page.getByText('This loads by itself when you’re back online.')).toBeVisible();
    await expect(page.getByText('Rye, baked this morning')).toHaveCount(0);
    expect(await databases(page)).not.toContain('postloom-seen');
    await shoot(page, '98-offline-signed-out');
  });
});
