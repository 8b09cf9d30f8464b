import { defineConfig } from '@playwright/test';
import { stacks, stackOfWorker } from './e2e/stacks.ts';

const chromium = process.env['CHROMIUM_PATH'];

/**
 * The stories in a real browser against running stacks (`e2e/stacks.ts` says where they are), CHROMIUM_PATH says with which
 * browser. Screenshots of each step are in test-results/screens.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/run',
  timeout: 480_000,
  expect: { timeout: 20_000 },
  workers: stacks.length,
  retries: 0,
  forbidOnly: true,
  reporter: 'line',
  use: {
    baseURL: stackOfWorker().url,
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    },
  },
});
