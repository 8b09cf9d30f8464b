import { sandboxSettings } from '../../images/src/sandbox-settings.ts';

const heading = '# Generated: UPDATE_COMPOSE=on npx jest deploy/compose\n';

const settings = sandboxSettings({
  sandbox: 'http://sandbox:3900',
  sandboxForBrowsers: 'http://localhost:3900',
  web: 'http://web:8080',
});
const mail: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  identity: { SMTP_URL: 'smtp://sandbox:1025' },
};

/** The files of `sandbox/`, by service: its settings of the outside world. */
export const sandboxFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(settings).map(([service, own]) => [
      service,
      heading +
        Object.entries({ ...mail[service], ...own })
          .map(([name, value]) => `${name}=${value ?? ''}\n`)
          .join(''),
    ]),
  );
