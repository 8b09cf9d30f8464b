import { outsideValues } from '../../local/src/stack/environment.ts';
import { sandboxEnvironment } from '../../sandbox/src/environment.ts';

/** Origins, each without a trailing slash. */
export interface TryOut {
  /** The sandbox, as the services reach it. */
  readonly sandbox: string;
  /** The sandbox, as a browser reaches it. */
  readonly sandboxForBrowsers: string;
  /** The web origin, as the sandbox reaches it. */
  readonly web: string;
}

/** Settings whose addresses a browser opens; services call all the others. */
const isForBrowsers = (name: string): boolean => /_(AUTHORIZE|WEB)_URL$/.test(name);

/** What each service is told of the outside world when the sandbox stands in for it; mail's address (SMTP_URL) is not among it. */
export function sandboxSettings({
  sandbox,
  sandboxForBrowsers,
  web,
}: TryOut): Readonly<Record<string, Readonly<Record<string, string | undefined>>>> {
  const { SMTP_URL: _mail, ...inside } = sandboxEnvironment({ origin: sandbox, smtpPort: 0 });
  const outside = sandboxEnvironment({ origin: sandboxForBrowsers, smtpPort: 0 });
  const all = Object.fromEntries(
    Object.entries(inside).map(([name, value]) => [name, isForBrowsers(name) ? (outside[name] ?? value) : value]),
  );
  // The sandbox is a private address, it pays, and it fetches pictures inside.
  const further: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    identity: { SIMULATED_PAYMENT: 'on' },
    captions: { OUTBOUND_ALLOW_PRIVATE: 'on' },
    publisher: { OUTBOUND_ALLOW_PRIVATE: 'on', MEDIA_PULL_URL: web },
  };
  return Object.fromEntries(
    Object.entries(further).map(([service, more]) => [service, { ...outsideValues(service, {}, all), ...more }]),
  );
}
