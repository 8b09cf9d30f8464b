/**
 * Stories of web/e2e in the Firefox of the system, against a running product:
 *
 *     npm run firefox [-- keyboard]
 *
 * POSTLOOM_URL and POSTLOOM_SANDBOX_URL say where the product is, FIREFOX_PATH which browser (default: Debian's firefox-esr).
 * Playwright speaks WebDriver BiDi with it. The version of Playwright that the other stories use sends a command which this Firefox
 * does not know yet, so an earlier one is put beside a copy of the stories, in .cache. It fills fields without the events that a page
 * listens to, so that only stories whose words are typed key by key are told here.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLAYWRIGHT = '1.64.1';
const web = fileURLToPath(new URL('../', import.meta.url));
const folder = join(web, '../.cache/firefox');
const stories = process.argv.slice(2);

const run = (program, words) => {
  const { status } = spawnSync(program, words, { cwd: folder, stdio: 'inherit', env: process.env });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
};

for (const part of ['e2e', 'src']) {
  rmSync(join(folder, part), { recursive: true, force: true });
}
mkdirSync(folder, { recursive: true });
for (const part of ['e2e', 'src']) {
  cpSync(join(web, part), join(folder, part), { recursive: true });
}
const { imports } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'));
const { devDependencies } = JSON.parse(readFileSync(join(web, '../package.json'), 'utf8'));
const axe = '@axe-core/playwright';
const dependencies = { '@playwright/test': PLAYWRIGHT, [axe]: devDependencies[axe] };
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ name: 'firefox-stories', private: true, type: 'module', imports, dependencies }),
);
writeFileSync(
  join(folder, 'playwright.config.ts'),
  `export default ${JSON.stringify({
    testDir: 'e2e',
    timeout: 480_000,
    expect: { timeout: 20_000 },
    workers: 1,
    reporter: 'list',
    use: {
      baseURL: process.env['POSTLOOM_URL'] ?? 'http://localhost:3000',
      browserName: 'firefox',
      channel: 'moz-firefox',
      viewport: { width: 1280, height: 900 },
      locale: 'en-US',
      timezoneId: 'America/New_York',
      launchOptions: { executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr' },
    },
  })};\n`,
);
run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']);
run(join(folder, 'node_modules/.bin/playwright'), ['test', ...(stories.length > 0 ? stories : ['keyboard'])]);
