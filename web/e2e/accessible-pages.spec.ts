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
