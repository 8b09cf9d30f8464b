import { expect, test, type Page, type Route } from '@playwright/test';
import { accessible, newcomer, shoot, takePictures, type Picture } from './support.ts';

const MB = 1_048_576;
/** What a free plan stores. */
const PLAN = 100 * MB;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Photos' });
/** An empty library offers it twice. */
const open = (page: Page) => page.getByRole('button', { name: 'Upload Photos' }).first().click();
const isStored = (url: string) => url.includes('/incoming/');

/** Chooses files in the widget and begins. */
async function send(page: Page, files: readonly Picture[]): Promise<void> {
  await dialog(page)
    .locator('input[type="file"]')
    .first()
    .setInputFiles([...files]);
  await dialog(page)
    .getByRole('button', { name: files.length === 1 ? 'Upload 1 file' : `Upload ${files.length} files` })
    .click();
}

/** The stack lets browsers reach its storage: `POSTLOOM_UPLOADS=storage UPLOAD_PARTS_FROM_BYTES=6000000 npm start`. */
test('photos go straight to storage, whole or in parts; what is paused goes on, and what is given up makes room', async ({
  page,
}) => {
  const { call } = await newcomer(page, 'Nadia');
  await page.goto('/media');
  const [small, other] = await takePictures(page, 2);
  if (!small || !other) {
    throw new Error('The browser made no pictures.');
  }
  const inflated = (name: string, bytes: number): Picture => ({
    ...{ name, mimeType: 'image/jpeg' },
    buffer: Buffer.concat([other.buffer, Buffer.alloc(bytes - other.buffer.length, name)]),
  });
  const large = inflated('large.jpg', 6.5 * MB);
  /** What was sent to storage: the number of the part, or 0 for a whole file. */
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && isStored(request.url())) {
      sent.push(Number(new URL(request.url()).searchParams.get('partNumber') ?? 0));
    }
  });
  /** Lets these requests wait until the page gives them up. */
  const hold = async (which: RegExp) => {
    const arriving = Promise.withResolvers<void>();
    const held = (route: Route) => (route.request().method() === 'PUT' ? arriving.resolve() : void route.continue());
    await page.route(which, held);
    return { arrives: arriving.promise, letGo: () => page.unroute(which, held) };
  };

  await test.step('one is paused after its first part, and is still paused when the dialog is opened again', async () => {
    const second = await hold(/partNumber=2/);
    await open(page);
    await send(page, [small, large]);
    await second.arrives;
    const given = page.waitForEvent('requestfailed', (request) => request.url().includes('partNumber=2'));
    const item = dialog(page).getByRole('listitem').filter({ hasText: large.name });
    await item.getByRole('button', { name: 'Pause upload' }).click();
    await given;
    await expect(dialog(page).getByText(/^Paused/)).toBeVisible();
    await accessible(page);
    await shoot(page, 'to-storage-1-paused');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: /^Paused 1 photo/ })).toBeVisible();
    await open(page);
    await expect(dialog(page).getByText(/^Paused/)).toBeVisible();
    await second.letGo();
  });

  await test.step('it goes on where it stopped', async () => {
    await dialog(page).getByRole('button', { name: 'Resume upload' }).click();
    await expect(dialog(page).getByText('Complete', { exact: true })).toBeVisible();
    expect(sent.toSorted()).toEqual([0, 1, 2, 2]);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('2 photos uploaded')).toBeVisible();
  });

  await test.step('one that is given up leaves its room to others, whichever way it took', async () => {
    const used = small.buffer.length + large.buffer.length;
    const size = 5.5 * MB;
    await call('POST', '/api/objects/upload', { uploadId: 'another', fileSize: 50 * MB });
    // More than is left while one of them is under way, less than is left when it is given up.
    const room = { uploadId: 'room', fileSize: Math.floor(PLAN - used - 50 * MB - size + MB) };
    const ask = async () => (await page.request.post('/api/objects/upload', { data: room })).status();
    for (const [file, which] of [
      [inflated('whole.jpg', size), /incoming/],
      [inflated('parts.jpg', 6.5 * MB), /partNumber=2/],
    ] as const) {
      const last = await hold(which);
      await open(page);
      await send(page, [file]);
      await last.arrives;
      expect(await ask()).toBe(403);
      await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).first().click();
      await expect.poll(ask).toBe(200);
      await call('DELETE', '/api/objects/upload?uploadId=room');
      await last.letGo();
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await expect(dialog(page)).toBeHidden();
    }
    const photos = await call('GET', '/api/photos');
    expect(photos).toHaveLength(2);
  });
});
