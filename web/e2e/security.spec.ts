import { expect, test, type Page, type Route } from '@playwright/test';
import { generateSync } from 'otplib';
import { accessible, fitsNarrow, mailedLink, password, settled, shoot, signIn, signUp, toast } from './support.ts';

const newPassword = 'another long enough password 2';

async function openSettings(page: Page, first: string): Promise<string> {
  await page.goto('/register');
  const email = await signUp(page, first);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  return email;
}

const card = (page: Page, name: string) => page.getByRole('region', { name });

/** A device with its own check of its person, as Chromium's protocol offers it. */
async function withAuthenticator(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { protocol, authenticatorId };
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Sign Out' }).first().click();
  await page.goto('/login');
}

test('a shop owner guards the account with an app, and looks at what happened', async ({ page }) => {
  const email = await openSettings(page, 'Guarda');
  await shoot(page, 'settings-security', { fullPage: true });
  await accessible(page);
  await fitsNarrow(page);

  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  const setUp = page.getByRole('dialog', { name: 'Turn on two-step sign-in' });
  const secret = (await setUp.locator('code').textContent()) ?? '';
  await shoot(page, 'two-step-set-up');
  await accessible(page);
  await setUp.getByRole('textbox', { name: 'Code' }).fill(generateSync({ secret }));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const recovery = (await shown.getByRole('listitem').first().textContent()) ?? '';
  await shoot(page, 'recovery-codes');
  await accessible(page);
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  await expect(card(page, 'Security').getByText(/10 recovery codes left/)).toBeVisible();

  await signOut(page);
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await settled(page);
  await shoot(page, 'second-step');
  await accessible(page);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is not right, or it was already used.')).toBeVisible();
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/');

  await page.goto('/settings');
  const log = card(page, 'What happened to your account');
  await expect(log.getByText('A recovery code was used')).toBeVisible();
  await expect(log.getByText('Somebody gave your password and failed at the second step')).toBeVisible();
  await expect(card(page, 'Security').getByText(/9 recovery codes left/)).toBeVisible();
});

test('a shop owner signs in with a passkey, without address and password', async ({ page }) => {
  const { protocol, authenticatorId } = await withAuthenticator(page);
  await openSettings(page, 'Passa');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Counter laptop');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await toast(page, 'Passkey added');
  await expect(card(page, 'Security').getByText('Counter laptop', { exact: true }).first()).toBeVisible();
  const kept = await protocol.send('WebAuthn.getCredentials', { authenticatorId });
  expect(kept.credentials.map(({ isResidentCredential, rpId }) => [isResidentCredential, rpId])).toEqual([
    [true, new URL(page.url()).hostname],
  ]);

  // The page offers the passkey by itself and nobody touches the device; only when the button's own request is on its way.
  const asked = '**/api/auth/login/passkey/options';
  const touch = (enabled: boolean) =>
    protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const byButton = async () => {
    await touch(false);
    const offered = page.waitForResponse(asked);
    await signOut(page);
    await offered;
    const answer = async (route: Route) => {
      await touch(true);
      await route.continue();
    };
    await page.route(asked, answer, { times: 1 });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  };
  await byButton();
  await page.waitForURL('**/');
  await page.goto('/settings');
  await expect(card(page, 'Security').getByText(/^Last used/)).toBeVisible();

  // The device still has it, and the server takes it no more.
  await page.getByRole('button', { name: 'Remove Counter laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await toast(page, '“Counter laptop” is removed');
  await byButton();
  await expect(page.getByText(/This passkey was not accepted/)).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('a shop owner changes password and address, ends another device, and takes the account back', async ({
  page,
  browser,
}) => {
  const email = await openSettings(page, 'Wechsel');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto('/login');
  await signIn(other, email);
  await other.waitForURL('**/');
  await page.reload();
  await expect(card(page, 'Where you are signed in').getByText('This device')).toHaveCount(1);

  await page.getByRole('button', { name: 'Change password' }).click();
  const change = page.getByRole('dialog', { name: 'Change your password' });
  await change.getByLabel('Current password').fill(password);
  await change.getByLabel('New password').fill(newPassword);
  await shoot(page, 'change-password');
  await accessible(page);
  await change.getByRole('button', { name: 'Change password' }).click();
  await toast(page, 'Password changed');
  expect((await other.request.get('/api/auth/user')).status()).toBe(401);

  const next = `new.${email}`;
  await page.getByRole('button', { name: 'Change email address' }).click();
  const move = page.getByRole('dialog', { name: 'Change your email address' });
  await move.getByLabel('New email address').fill(next);
  await move.getByLabel('Current password').fill(newPassword);
  await move.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
  await page.goto(await mailedLink(page, next, /Confirm your new email address/));
  await shoot(page, 'change-email');
  await accessible(page);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible();
  const me = (await (await page.request.get('/api/auth/user')).json()) as { email: string };
  expect(me.email).toBe(next);

  await other.goto(await mailedLink(other, email, /has a new address/));
  await shoot(other, 'secure-account');
  await accessible(other);
  await other.getByRole('button', { name: 'Secure my account' }).click();
  await expect(other.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await other.getByLabel('New password').fill('the owner has it again 3');
  await other.getByRole('button', { name: 'Set new password' }).click();
  await expect(other.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  await other.goto('/login');
  await signIn(other, email, 'the owner has it again 3');
  await other.waitForURL('**/');
  await elsewhere.close();
});
