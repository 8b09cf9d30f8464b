import { ConfigError } from '@postloom/chassis';
import type { IdentityConfig } from '../config.ts';

export interface OpenidSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Given = Pick<IdentityConfig, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'publicUrl'>;

/** Null: Postloom's own accounts. @throws ConfigError when only a part is set, or an issuer on http serves a product on https */
export function openidSettings({
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
  publicUrl,
}: Given): OpenidSettings | null {
  const given = [oidcIssuer, oidcClientId, oidcClientSecret];
  if (given.every((value) => value === undefined)) {
    return null;
  }
  if (oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecret === undefined) {
    throw new ConfigError([
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none',
    ]);
  }
  const issuer = new URL(oidcIssuer);
  if (issuer.protocol !== 'https:' && publicUrl.startsWith('https:')) {
    throw new ConfigError(['OIDC_ISSUER must be an https address when PUBLIC_URL is one']);
  }
  return { issuer, clientId: oidcClientId, clientSecret: oidcClientSecret };
}
