import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { StepContext } from './step.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .concat('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
    .find((path) => existsSync(path));

/** The browser of this machine: CHROMIUM_PATH, or the one on PATH. */
export const installedChromium = (): string | undefined => process.env['CHROMIUM_PATH'] || onPath();

/** A browser for the end-to-end tests: CHROMIUM_PATH, PATH, or the Debian package when this runs as root. */
export const findChromium = async ({ run }: StepContext): Promise<string> => {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) {
      return named;
    }
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  const found = onPath();
  if (found !== undefined) {
    return found;
  }
  const how = 'Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to the program.';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`No Chromium found. ${how}`);
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env, timeoutMs: 300_000 });
  const installed = await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
    env,
    timeoutMs: 600_000,
  });
  const fresh = onPath();
  if (installed.code !== 0 || fresh === undefined) {
    throw new Error(`Chromium could not be installed. ${how}\n${installed.output.slice(-500)}`);
  }
  return fresh;
};
