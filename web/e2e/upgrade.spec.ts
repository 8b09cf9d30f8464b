import { expect, test, type Page } from '@playwright/test';
import { accessible, fitsNarrow, newcomer, shoot, toast } from './support.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose Your Plan' });

/** On to the payment provider's page, where the change is agreed to. */
async function confirmChange(page: Page): Promise<void> {
  await chooser(page).getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Confirm your change' }).waitFor();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
}

/** The stack takes payments at the sandbox: `STRIPE=sandbox npm start`. */
test('an upgrade by card, a failed one first, and the way back', async ({ page }) => {
  await newcomer(page, 'Paula');
  await page.goto('/settings');

  await card(page).getByRole('button', { name: 'Upgrade Plan' }).click();
  await chooser(page).getByRole('button', { name: 'Choose Pro' }).click();
  await expect(chooser(page).getByText('Pro costs $19.00 per month. Due today: $19.00.')).toBeVisible();
  await accessible(page);
  await shoot(page, 'billing-1-price');
  await chooser(page).getByRole('button', { name: 'Continue to payment' }).click();

  await page.getByRole('heading', { name: 'Subscribe to Postloom Pro' }).waitFor();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await page.getByRole('button', { name: 'Back' }).click();
  await toast(page, 'Payment canceled');
  await expect(card(page)).toContainText('Free Plan - Limited features');

  await card(page).getByRole('button', { name: 'Upgrade Plan' }).click();
  await chooser(page).getByRole('button', { name: 'Choose Pro' }).click();
  await chooser(page).getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel(/Tax ID/).fill('DE123456789');
  await page.getByRole('button', { name: 'Pay' }).click();
  await toast(page, 'Payment received');
  await expect(card(page)).toContainText('Pro Plan - $19/month');
  await expect(card(page)).toContainText('Next payment on');

  await card(page).getByRole('button', { name: 'Change plan' }).click();
  await expect(chooser(page).getByRole('list', { name: 'Invoices' }).getByText('$19.00')).toBeVisible();
  await accessible(page);
  await shoot(page, 'billing-2-invoices');
  await fitsNarrow(page);

  await chooser(page).getByRole('button', { name: 'Choose Agency' }).click();
  await expect(chooser(page).getByText('Agency costs $99.00 per month. Due today: $80.00.')).toBeVisible();
  await confirmChange(page);
  await toast(page, 'Payment received');
  await expect(card(page)).toContainText('Agency Plan - $99/month');

  await card(page).getByRole('button', { name: 'Change plan' }).click();
  await chooser(page).getByRole('button', { name: 'Choose Pro' }).click();
  await expect(chooser(page).getByText(/Nothing is due today\.$/)).toBeVisible();
  await confirmChange(page);
  await toast(page, 'Your plan changes when this month is over.');
  await expect(card(page)).toContainText('Changes to the Pro plan on');
  await shoot(page, 'billing-3-smaller');
  await card(page).getByRole('button', { name: 'Change plan' }).click();
  await expect(chooser(page).getByRole('button', { name: /^Begins on/ })).toBeDisabled();
  await shoot(page, 'billing-4-begins');
  await chooser(page).getByRole('button', { name: 'Close' }).click();
  await card(page).getByRole('button', { name: 'Keep Agency' }).click();
  await toast(page, 'You keep the Agency plan.');
  await expect(card(page)).not.toContainText('Changes to the Pro plan on');

  await card(page).getByRole('button', { name: 'Change plan' }).click();
  await chooser(page).getByRole('button', { name: 'Switch to Free' }).click();
  await toast(page, 'You keep the Agency plan until the end of the month you paid for.');
  await expect(card(page)).toContainText('Canceled. It ends on');
  await card(page).getByRole('button', { name: 'Change plan' }).click();
  await chooser(page).getByRole('button', { name: 'Keep Agency' }).click();
  await expect(card(page)).toContainText('Next payment on');
});
