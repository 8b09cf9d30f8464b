import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { clockIn, dayIn } from '../src/lib/month-grid.ts';

const screens = fileURLToPath(new URL('../test-results/screens/', import.meta.url));
/** `npm test` keeps none: nobody looks at them there, and each takes most of a second. */
const arePicturesKept = process.env['POSTLOOM_SCREENS'] !== 'off';
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

export const sandboxUrl = process.env['POSTLOOM_SANDBOX_URL'] ?? 'http://localhost:3900';

async function paint(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
}

/** A message has come up. */
export const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** The page's code has come, every picture on screen is there and no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const box = image.getBoundingClientRect();
        return box.bottom > 0 && box.top < innerHeight && box.width > 0;
      })
      .every((image) => image.complete),
  );
  // What never ends (a pulse, a spinner) or stands still is not waited for, and one that a busy browser forgets not for ever.
  await page.evaluate(() =>
    Promise.race([
      new Promise((resolve) => setTimeout(resolve, 3_000)),
      Promise.all(
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
          .map((one) => one.finished.catch(() => undefined)),
      ),
    ]),
  );
}

/** Neither covers any of the other. */
export async function apart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) {
    throw new Error('One of the two is not on screen.');
  }
  expect(a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true);
}

/** A dialog that is longer than its frame scrolls its title and its buttons out of view with the focus. */
async function dialogsFit(page: Page): Promise<void> {
  const stretched = await page
    .getByRole('dialog')
    .evaluateAll((dialogs) =>
      dialogs
        .filter((one) => getComputedStyle(one).overflowY !== 'auto' && one.scrollHeight > one.clientHeight + 1)
        .map((one) => `${one.textContent.slice(0, 40)}: ${one.scrollHeight} in ${one.clientHeight}`),
    );
  expect(stretched).toEqual([]);
}

/** The page as it is now in light, in dark and on a phone; `at` is what is to be seen of it. */
export async function shoot(
  page: Page,
  name: string,
  options: { fullPage?: boolean; at?: Locator } = {},
): Promise<void> {
  const fullPage = options.fullPage ?? false;
  for (const [look, theme, size] of [
    ['light', 'light', desktop],
    // The colors change no place: what is judged here is judged in light.
    ...(arePicturesKept ? ([['dark', 'dark', desktop]] as const) : []),
    ['phone', 'light', phone],
  ] as const) {
    await page.setViewportSize(size);
    await paint(page, theme);
    if (fullPage) {
      await page.evaluate(() => scrollTo(0, 0));
    }
    await options.at?.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await settled(page);
    await dialogsFit(page);
    if (arePicturesKept) {
      await page.screenshot({ path: `${screens}${name}-${look}.png`, fullPage, animations: 'disabled' });
    }
  }
  await page.setViewportSize(desktop);
  await paint(page, 'light');
}

async function violations(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const asked =
    theme === 'light'
      ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      : // A theme changes colors alone, and each rule is asked of the whole page.
        axe.withRules(['color-contrast', 'link-in-text-block']);
  const result = await asked.analyze();
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** No violation of WCAG 2.2 AA that axe can find, in light and in dark. */
export async function accessible(page: Page): Promise<void> {
  // Contrast is that of colours that have arrived.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const messages = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  for (const theme of ['dark', 'light'] as const) {
    await paint(page, theme);
    await settled(page);
    const found = await violations(page, theme);
    // A message that lies over a button for its few seconds makes it a smaller target, and so does the header over what has been scrolled
    // beneath it: sizes are measured again without either, also when the message has gone since.
    const others = found.filter((one) => !one.startsWith('target-size'));
    if (others.length < found.length) {
      // It stays for as long as the pointer lies on it.
      await page.mouse.move(0, 0);
      await expect(messages).toHaveCount(0);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      found.splice(0, found.length, ...others, ...(await violations(page, theme)));
    }
    expect(found, `axe on ${page.url()} in ${theme}`).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: null });
}

/** Nothing sticks out sideways on the narrowest screen. */
export async function fitsNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  const out = () =>
    page.evaluate(() =>
      document.documentElement.scrollWidth <= 320
        ? []
        : [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > 320.5)
            .slice(-3)
            .map((one) => `<${one.tagName.toLowerCase()} class="${one.className}"> ${one.textContent.slice(0, 40)}`),
    );
  // What is placed by the width of its list is placed anew a frame later.
  await expect.poll(out, { message: `what sticks out of ${page.url()} at 320 px` }).toEqual([]);
  await page.setViewportSize(desktop);
}

/** What opens for one post: its title is what its caption begins with. */
export const postDialog = (page: Page, caption: string | RegExp) => page.getByRole('dialog', { name: caption });

export type Picture = { name: string; mimeType: 'image/jpeg'; buffer: Buffer };

const scenes = [
  { name: 'window-at-dawn.jpg', sky: ['#f6c28b', '#8fa8d6'], ground: '#3d4a6b', sun: '#fff1cf' },
  { name: 'rye-on-the-shelf.jpg', sky: ['#e8d3b0', '#b57b45'], ground: '#5a3620', sun: '#f2b632' },
  { name: 'garden-lunch.jpg', sky: ['#d9ecd9', '#7cb08a'], ground: '#2e6b48', sun: '#f7efdc' },
  { name: 'evening-counter.jpg', sky: ['#5b4a9e', '#23294a'], ground: '#15131f', sun: '#f2877c' },
] as const;

/** Photographs made by the browser itself: JPEG files, 1600x1280 if not said otherwise, that differ in every pixel row. */
export async function takePictures(page: Page, count: number, width = 1600): Promise<Picture[]> {
  const urls = await page.evaluate(
    ({ wanted, width }) => {
      return wanted.map(({ sky, ground, sun }) => {
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = 1280;
        const brush = canvas.getContext('2d');
        if (!brush) {
          throw new Error('This browser has no canvas.');
        }
        const air = brush.createLinearGradient(0, 0, 300, 900);
        air.addColorStop(0, sky[0]);
        air.addColorStop(1, sky[1]);
        brush.fillStyle = air;
        brush.fillRect(0, 0, width, 1280);
        brush.fillStyle = sun;
        brush.beginPath();
        brush.arc(1150, 430, 170, 0, Math.PI * 2);
        brush.fill();
        for (let hill = 0; hill < 4; hill += 1) {
          brush.globalAlpha = 0.35 + hill * 0.18;
          brush.fillStyle = ground;
          brush.beginPath();
          brush.moveTo(0, 1280);
          for (let x = 0; x <= width; x += 20) {
            brush.lineTo(x, 700 + hill * 120 + Math.sin(x / (190 + hill * 60) + hill * 2) * (80 - hill * 12));
          }
          brush.lineTo(width, 1280);
          brush.fill();
        }
        return canvas.toDataURL('image/jpeg', 0.9);
      });
    },
    { wanted: scenes.slice(0, count), width },
  );
  return urls.map((url, index) => ({
    name: scenes[index]?.name ?? `photo-${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
  }));
}

export type Publication = { platform: string; accountId: string; text: string; media: { sha256: string }[] };

/** Types date ('YYYY-MM-DD') and time ('HH:MM') into a form; Enter takes each over. */
export async function chooseWhen(form: Locator, when: { date?: string; time?: string }): Promise<void> {
  for (const [role, name, text] of [
    ['textbox', 'Date', when.date],
    ['combobox', 'Time', when.time],
  ] as const) {
    if (text !== undefined) {
      const field = form.getByRole(role, { name, exact: true });
      await field.fill(text);
      await field.press('Enter');
    }
  }
}

/** What the platforms made public with this text, by the sandbox's ledger. */
export async function publicationsWith(page: Page, text: string): Promise<Publication[]> {
  const answer = await page.request.get(`${sandboxUrl}/sandbox/publications`);
  const all = (await answer.json()) as Publication[];
  return all.filter((one) => one.text.includes(text));
}

/** Makes a platform behave badly, or well again. */
export async function setFault(page: Page, target: string, fault: Record<string, unknown>): Promise<void> {
  const answer = await page.request.put(`${sandboxUrl}/sandbox/faults/${target}`, { data: fault });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Where the newest mail to somebody with this subject leads. */
export async function mailedLink(page: Page, to: string, subject: RegExp): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${sandboxUrl}/sandbox/mails?to=${encodeURIComponent(to)}`);
      const mails = (await answer.json()) as { subject: string; text: string }[];
      link = /https?:\/\/\S+token=[\w-]+/.exec(mails.find((mail) => subject.test(mail.subject))?.text ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return new URL(link).pathname + new URL(link).search;
}

/** Of everybody in these stories. */
export const password = 'a long enough password 1';

/** Signs in on the page that asks for it. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs up a new person and lands on the dashboard with the industry dialog open. */
export async function signUp(page: Page, first: string): Promise<string> {
  const email = `${first.toLowerCase()}.${Date.now()}@example.org`;
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: /create account|sign up/i }).click();
  await expect(page.getByRole('heading', { name: 'Choose Your Industry' })).toBeVisible();
  return email;
}

/** The next full minute that is at least `ahead` seconds away, as date and time of New York. */
export function soon(ahead: number): { date: string; time: string } {
  const at = new Date(Math.ceil((Date.now() + ahead * 1000) / 60_000) * 60_000);
  return { date: dayIn('America/New_York', at), time: clockIn('America/New_York', at) };
}

export type Newcomer = {
  email: string;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: unknown): Promise<Record<string, unknown>>;
};
export type Person = Newcomer & { photoIds: readonly string[] };

/** A person with a business in New York, signed in, made over HTTP. */
export async function newcomer(page: Page, first: string): Promise<Newcomer> {
  const email = `${first.toLowerCase()}.${Date.now()}@example.org`;
  const call: Newcomer['call'] = async (method, path, data) => {
    const answer = await page.request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
    const text = await answer.text();
    expect(answer.ok(), `${method} ${path}: ${text}`).toBe(true);
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  await call('POST', '/api/auth/register', { email, password, firstName: first });
  await call('POST', '/api/businesses', {
    name: 'Corner Kitchen',
    industryType: 'restaurant',
    timeZone: 'America/New_York',
  });
  return { email, call };
}

/** A newcomer on the Pro plan with these pictures in the library, made over HTTP. */
export async function prepareBusiness(page: Page, first: string, pictures: readonly Picture[]): Promise<Person> {
  const person = await newcomer(page, first);
  await person.call('POST', '/api/user/upgrade', { tier: 'pro' });
  const photoIds: string[] = [];
  for (const picture of pictures) {
    const uploaded = await page.request.post(`/api/photos/direct-upload/${crypto.randomUUID()}`, {
      multipart: { file: picture },
    });
    expect(uploaded.ok(), await uploaded.text()).toBe(true);
    photoIds.push(((await uploaded.json()) as { photoId: string }).photoId);
  }
  return { ...person, photoIds };
}

/** Connects an account without its window; where the platform offers several, the first one. */
export async function connectQuietly(page: Page, platform: string): Promise<void> {
  const start = (await (await page.request.get(`/api/social/${platform}/auth`)).json()) as { authUrl: string };
  const connected = await page.request.get(`${start.authUrl}&sandbox_approve=1`);
  const html = await connected.text();
  expect(connected.ok(), html).toBe(true);
  const token = /"token":"([^"]+)"/.exec(html)?.[1];
  const account = /name="account" value="([^"]+)"/.exec(html)?.[1];
  if (token && account) {
    const picked = await page.request.post(`/api/social/${platform}/pick`, {
      data: { pickToken: token, remoteIds: [account] },
    });
    expect(picked.ok(), await picked.text()).toBe(true);
  }
  await expect
    .poll(async () => {
      const status = (await (await page.request.get('/api/social/status')).json()) as Record<string, boolean>;
      return status[platform];
    })
    .toBe(true);
}

/** Presses a Connect button and allows in the window that opens. */
export async function connectByWindow(
  page: Page,
  press: () => Promise<void>,
  choose?: (popup: Page) => Promise<void>,
): Promise<void> {
  const opening = page.waitForEvent('popup');
  await press();
  const popup = await opening;
  await popup.getByRole('button', { name: 'Allow' }).waitFor();
  await choose?.(popup);
  const gone = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Allow' }).click();
  const pick = popup.getByRole('button', { name: 'Connect this account' });
  await Promise.race([gone, pick.waitFor().then(() => pick.click())]);
  await gone;
}
