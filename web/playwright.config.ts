import { defineConfig } from '@playwright/test';

const url = process.env['POSTLOOM_URL'] ?? 'http://localhost:3000';
/** Stories of a stack with settings of its own; no other story is told there. */
const special = [
  { story: 'openid.spec.ts', isOn: process.env['POSTLOOM_OPENID'] === 'on' },
  { story: 'upgrade.spec.ts', isOn: process.env['STRIPE'] === 'sandbox' },
  { story: 'to-storage.spec.ts', isOn: process.env['POSTLOOM_UPLOADS'] === 'storage' },
];
const told = special.flatMap(({ story, isOn }) => (isOn ? [story] : []));
const chromium = process.env['CHROMIUM_PATH'];

/**
 * The stories in a real browser (with POSTLOOM_OPENID=on, STRIPE=sandbox or POSTLOOM_UPLOADS=storage those about it) against a running stack: POSTLOOM_URL and POSTLOOM_SANDBOX_URL say where it is,
 * CHROMIUM_PATH which browser to use. Screenshots of each step are in
 * test-results/screens, unless POSTLOOM_SCREENS=off.
 */
export default defineConfig({
  testDir: 'e2e',
  ...(told.length > 0 ? { testMatch: told } : { testIgnore: special.map(({ story }) => story) }),
  // Each stack's own: a run clears its folder, and with it what a story that failed before it has left.
  outputDir: `test-results/${told[0]?.replace('.spec.ts', '') ?? 'run'}`,
  timeout: 480_000,
  expect: { timeout: 20_000 },
  // Two files at once, the stories of a file one after the other. What one sets wrong on a platform must not meet another's posts:
  // stories of platforms that fail are in one file, and on TikTok, where no other story publishes.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'line',
  use: {
    baseURL: url,
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Stories answer and hold requests of the page; those of a service worker pass them by. Stories about the worker allow it.
    serviceWorkers: 'block',
    // Without its film: the page before and after each step is there all the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
});
