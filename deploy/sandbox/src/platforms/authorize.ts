import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import type { Challenge, Grant } from '../world/grants.ts';
import { secret } from '../world/ids.ts';
import type { World } from '../world/world.ts';
import { consent } from './consent.ts';
import type { ConsentRules } from './consent.ts';

/** How a platform's authorization codes work. */
export interface CodeRules {
  /** Path of the authorize page. */
  readonly path: string;
  readonly prefix: string;
  readonly lifeSeconds: number;
  /** The PKCE challenge of the request; null when it has none. */
  readonly challenge?: (query: URLSearchParams) => Challenge | null;
  /** Further query parameters of the redirect back, beside the code. */
  readonly also?: (grant: Grant) => Readonly<Record<string, string>>;
  /** Called before the new consent counts: what the platform takes from an earlier one. */
  readonly before?: (consented: Omit<Grant, 'id' | 'revoked'>) => Promise<void>;
}

/** The authorize page of a platform: the form, the decision, the redirect with a single-use code. */
export function authorizeRoutes(world: World, rules: ConsentRules, codes: CodeRules): Route[] {
  const handle = (call: Call): Promise<Reply> =>
    consent(world, rules, call, async ({ accounts, scopes, declined, redirectUri }) => {
      const consented = {
        platform: rules.platform,
        accountIds: accounts.map((account) => account.id),
        scopes,
        declined,
      };
      await codes.before?.(consented);
      const grant = await world.grants.consent(consented);
      const code = secret(codes.prefix);
      const challenge = codes.challenge?.(call.query) ?? null;
      await world.grants.issueCode(
        { code, grantId: grant.id, clientId: rules.clientId, redirectUri, challenge },
        codes.lifeSeconds,
      );
      return { code, ...codes.also?.(grant) };
    });
  return [
    { method: 'GET', path: codes.path, handle },
    { method: 'POST', path: codes.path, handle },
  ];
}
