import { isIP } from 'node:net';
import { isPrivateAddress } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { definitionOf, setupSteps } from '../platforms/index.ts';
import { ok, problem, unknown, warning } from './check.ts';
import type { Check } from './check.ts';

/** What must be right before anybody connects: pure, from the settings of the installation. */
export interface Installation {
  readonly platform: Platform;
  /** App credentials are set. */
  readonly isSetUp: boolean;
  /** The platform's sign-in page; null: not set up, or nobody has named a server yet. */
  readonly issuer: string | null;
  readonly redirectUri: string;
  /** Where the platform fetches pictures. */
  readonly mediaPullUrl: string;
}

export function appCredentials({ platform, isSetUp, redirectUri }: Installation): Check {
  const title = 'App credentials';
  const { name, settingsPrefix } = platformRules[platform];
  if (isSetUp) {
    return ok('app_credentials', title, `This installation has an app on ${name}.`);
  }
  const names = `${settingsPrefix}_CLIENT_ID and ${settingsPrefix}_CLIENT_SECRET`;
  return problem('app_credentials', {
    title,
    message: `This installation has no app on ${name}: ${names} are not set.`,
    steps: setupSteps(platform, redirectUri),
    action: 'set_up',
  });
}

/** The platform redirects people to this address, and accepts only addresses that it considers safe. */
export function redirectAddress(installation: Installation): Check {
  const { platform, redirectUri, issuer } = installation;
  const { redirectRules: rules } = definitionOf(platform);
  const title = 'Sign-in address';
  const { name } = platformRules[platform];
  const url = new URL(redirectUri);
  const found = `${name} sends people back to ${redirectUri}.`;
  // A stand-in on this machine or network accepts addresses that the real platform would not.
  if (issuer !== null && isLocalUrl(issuer)) {
    return ok('redirect_address', title, found);
  }
  const steps = [
    'Serve Postloom under an https address of its own and set PUBLIC_URL to it.',
    `Add the new redirect URL to the app on ${name}: it ends in ${url.pathname}.`,
  ];
  if (url.protocol !== 'https:') {
    if (url.hostname === rules.plainHttpHost) {
      return rules.plainHttpWarning === null
        ? ok('redirect_address', title, found)
        : warning('redirect_address', { title, message: `${found} ${rules.plainHttpWarning}`, steps });
    }
    return problem('redirect_address', {
      title,
      message: `${found} ${name} takes only ${rules.takes}.`,
      steps,
      action: 'set_up',
    });
  }
  if (!rules.takesLocal && isLocalUrl(redirectUri)) {
    return problem('redirect_address', {
      title,
      message: `${found} ${name} takes no address on this machine or network.`,
      steps,
      action: 'set_up',
    });
  }
  return ok('redirect_address', title, found);
}

/** The result of requesting our own address: answered by Postloom, by `other`, or not at all. */
export function redirectReachable(redirectUri: string, seen: 'answered' | 'other' | 'silent'): Check {
  const id = 'redirect_reachable';
  const title = 'Postloom is reachable';
  const { origin } = new URL(redirectUri);
  switch (seen) {
    case 'answered':
      return ok(id, title, `Postloom answers at ${origin}.`);
    case 'other':
      return warning(id, {
        title,
        message: `Something answers at ${origin}, but not as Postloom does.`,
        steps: [
          'Open the address in a browser and see what answers.',
          'Point it at Postloom, or set PUBLIC_URL to the address where Postloom is.',
        ],
      });
    case 'silent':
      return unknown(
        id,
        title,
        `${origin} could not be reached from inside the installation. In some networks that is normal: open it in a browser.`,
      );
  }
}

/** Null where the platform receives the bytes. */
export function mediaAddress({ platform, issuer, mediaPullUrl }: Installation): Check | null {
  const { fetchesPhotos } = definitionOf(platform);
  if (fetchesPhotos === null) {
    return null;
  }
  const id = 'media_address';
  const title = 'Picture address';
  const { name } = platformRules[platform];
  const { origin, protocol } = new URL(mediaPullUrl);
  if (issuer !== null && isLocalUrl(issuer)) {
    return ok(id, title, `${name} fetches pictures from ${origin}, and can reach it from where it is.`);
  }
  const steps = [
    'Set MEDIA_PULL_URL to a public https address under which pictures are served.',
    ...(fetchesPhotos.setupStep === null ? [] : [fetchesPhotos.setupStep]),
  ];
  if (isLocalUrl(mediaPullUrl)) {
    return problem(id, {
      title,
      message: `${name} fetches pictures itself, and ${origin} is only known on this machine or network.`,
      steps,
      action: 'set_up',
    });
  }
  if (fetchesPhotos.httpsOnly && protocol !== 'https:') {
    return problem(id, {
      title,
      message: `${name} fetches pictures over https only, not from ${origin}.`,
      steps,
      action: 'set_up',
    });
  }
  return ok(id, title, `${name} fetches pictures from ${origin}.`);
}

/** An address that cannot be reached from outside this machine or network. */
export function isLocalUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) {
    return isPrivateAddress(host);
  }
  return !host.includes('.') || /\.(localhost|local|internal|lan|home|test)$/.test(host);
}
