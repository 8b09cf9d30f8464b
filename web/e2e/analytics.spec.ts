import { expect, test, type Page } from '@playwright/test';
import { aMonth } from '../src/features/analytics/testing/analytics.ts';
import { aSharedReport } from '../src/features/analytics/testing/shared-report.ts';
import { accessible, connectQuietly, fitsNarrow, newcomer, shoot, toast } from './support.ts';

/** On Agency, whose reports have a look of their own. */
async function anAgency(page: Page) {
  await page.goto('/login');
  const person = await newcomer(page, 'Ines');
  await person.call('POST', '/api/user/upgrade', { tier: 'agency' });
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('Analytics says what it needs before there is anything, and what a platform will never tell', async ({ page }) => {
  await anAgency(page);
  await page.goto('/analytics');
  await expect(page.getByText(/^Engagement metrics need connected social accounts/)).toBeVisible();
  await expect(region(page, 'Best Posting Times').getByText('General guidance')).toBeVisible();
  await expect(region(page, 'Performance by Platform').getByText('Not Connected')).toHaveCount(5);
  await accessible(page);
  await fitsNarrow(page);
  await shoot(page, '90-analytics-before-anything', { fullPage: true });

  await connectQuietly(page, 'instagram');
  await connectQuietly(page, 'linkedin');
  await page.reload();
  const platforms = region(page, 'Performance by Platform');
  await expect(platforms.getByText('No engagement data yet')).toHaveCount(1);
  await expect(platforms.getByText('LinkedIn tells no figures of personal profiles.')).toBeVisible();
  await expect(region(page, 'Results').getByText('Nothing was reported for these days.')).toBeVisible();
  await accessible(page);
  await shoot(page, '91-analytics-unmeasured', { fullPage: true });
});

test('a month of figures, its best times, and the report as a link that anybody can read until it is withdrawn', async ({
  page,
  browser,
}) => {
  await anAgency(page);
  await connectQuietly(page, 'instagram');
  await connectQuietly(page, 'twitter');
  const asked: string[] = [];
  await page.route('**/api/analytics?*', async (route) => {
    asked.push(new URL(route.request().url()).search);
    await route.fulfill({ json: aMonth });
  });
  await page.goto('/analytics');
  const results = region(page, 'Results');
  await expect(results.getByText('Up 0.8 points')).toBeVisible();
  await expect(results.getByText(/The short lines show Sep 25 – Oct 24, 2026\.$/)).toBeVisible();
  await expect(region(page, 'Best Posting Times').getByRole('listitem')).toContainText('Judging by your 12 posts');
  await expect(region(page, 'What Worked').getByRole('listitem')).toContainText('31% more engagement');
  await expect(region(page, 'Your Accounts').getByRole('row', { name: /^X 200/ })).toContainText('Not available');
  const compared = region(page, 'Compare Posts');
  await expect(compared.getByText('Up 2 points')).toBeVisible();
  await accessible(page);
  await fitsNarrow(page);
  await shoot(page, '92-analytics', { fullPage: true });

  await page.getByRole('combobox', { name: 'Days to look at' }).selectOption('Last 90 days');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked.at(-1)).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await results.getByRole('combobox', { name: 'Show over time' }).selectOption('Followers');
  await results.getByText('Show as a table').click();
  await expect(results.getByRole('row', { name: 'Mon, Nov 23 1,240' })).toBeVisible();

  await test.step('the reports by email and their look', async () => {
    await page.getByRole('button', { name: 'By email' }).click();
    const mails = page.getByRole('dialog', { name: 'Reports by email' });
    await expect(mails.getByText('No report comes by email yet.')).toBeVisible();
    await accessible(page);
    await shoot(page, '93-reports-by-email');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Branding' }).click();
    const look = page.getByRole('dialog', { name: 'Branding of your reports' });
    await look.getByLabel('From').fill('Studio North');
    await expect(look.getByText('Social media report for Corner Kitchen')).toBeVisible();
    await accessible(page);
    await shoot(page, '94-look-of-reports');
    await look.getByRole('button', { name: 'Save Branding' }).click();
    await toast(page, 'Your reports have their new branding.');
  });

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this report' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog
    .getByRole('status')
    .getByText(/\/shared-report#/)
    .innerText();
  await accessible(page);
  await shoot(page, '95-share-report');

  const visitor = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Studio North' })).toBeVisible();
  await expect(visitor.getByText('Social media report for Corner Kitchen')).toBeVisible();
  await expect(visitor.getByText('Postloom')).toHaveCount(0);
  await accessible(visitor);

  await dialog.getByRole('button', { name: /^Withdraw the link to/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await toast(page, 'Link withdrawn');
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This link has expired or was withdrawn' })).toBeVisible();

  // A report with figures, as far as its page is concerned.
  await visitor.route('**/api/shared-report', (route) => route.fulfill({ json: aSharedReport }));
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Interactions by day' })).toBeVisible();
  await accessible(visitor);
  await fitsNarrow(visitor);
  await shoot(visitor, '96-shared-report', { fullPage: true });
  await visitor.context().close();
});
