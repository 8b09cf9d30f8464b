import { expect, test } from '@playwright/test';
import { accessible, fitsNarrow, newcomer, shoot } from './support.ts';

const token = 'x'.repeat(43);

/** Pages that no other story opens, each by its address, with what is read there once it is settled. */
const forEveryone = [
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
  ['/data-deletion', /Delete My Data|Data Deletion/],
  ['/data-deletion-status', /Deletion/],
  [`/data-deletion-status?code=${token}`, /Deletion/],
  [`/data-deletion-confirm?token=${token}`, /.+/],
  ['/unsubscribe', /.+/],
  [`/unsubscribe?token=${token}`, /.+/],
] as const;
const forVisitors = [
  ['/login', 'Welcome back'],
  ['/register', /.+/],
  [`/reset-password?token=${token}`, /.+/],
  [`/change-email?token=${token}`, /.+/],
  [`/secure-account?token=${token}`, /.+/],
  ['/connect-sign-in', /.+/],
  [`/shared-report?token=${token}`, /.+/],
  ['/no-such-page', 'Social Media Automation for Every Business'],
] as const;
const forMembers = [
  ['/privacy-policy', 'Privacy Policy'],
  ['/data-deletion', /Delete My Data|Data Deletion/],
  ['/no-such-page', '404 Page Not Found'],
] as const;

type Visit = readonly [path: string, heading: string | RegExp];

for (const [who, pages] of [
  ['a visitor', [...forEveryone, ...forVisitors]],
  ['a member', forMembers],
] as const satisfies readonly (readonly [string, readonly Visit[]])[]) {
  test(`the pages beside the main job are accessible in light and dark, for ${who}`, async ({ page }) => {
    if (who === 'a member') {
      await page.goto('/login');
      await newcomer(page, 'Petra');
    }
    for (const [path, heading] of pages) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await accessible(page);
        await fitsNarrow(page);
        await shoot(page, `beside-${who.replace('a ', '')}${path.replace(/[^a-z]+/g, '-').replace(/-x+$/, '')}`);
      });
    }
  });
}

test('the sitemap leads search engines and link previews to pages that say what they are before any script', async ({
  request,
  baseURL,
}) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const addresses = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(addresses).toContain(`${baseURL}/privacy-policy`);
  for (const address of addresses) {
    const page = await request.get(address);
    const html = await page.text();
    expect([address, page.status(), page.headers()['x-robots-tag']]).toEqual([address, 200, undefined]);
    expect(html).toContain(`<link rel="canonical" href="${address}" />`);
    const [, picture = ''] = /property="og:image" content="([^"]*)"/.exec(html) ?? [];
    expect((await request.get(picture)).headers()['content-type']).toBe('image/png');
  }
  expect(await (await request.get('/privacy-policy')).text()).toContain('What we keep');
});
