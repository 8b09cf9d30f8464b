import type { Call } from '../http/call.ts';
import { json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { PlatformName } from './definitions.ts';
import type { CodeProblem, Grant } from '../world/grants.ts';
import type { World } from '../world/world.ts';

/** The token call of a platform that follows RFC 6749: how it words its answers. */
export interface TokenRules {
  readonly platform: PlatformName;
  readonly clientId: string;
  /** The refusal of a client that does not prove itself; null when it does. */
  readonly clientProblem: (call: Call) => Reply | null;
  readonly codeProblem: (problem: CodeProblem) => Reply;
  /** The answer to a valid code. */
  readonly issue: (grant: Grant) => Promise<Reply>;
  readonly refresh: (refreshToken: string | undefined) => Promise<Reply>;
  /** The refusal of any other `grant_type`. */
  readonly unsupported: () => Reply;
}

/** Redeems a code or a refresh token. A code that was issued with a challenge needs its verifier. */
export async function tokenCall(world: World, rules: TokenRules, call: Call): Promise<Reply> {
  const refused = rules.clientProblem(call);
  if (refused) {
    return refused;
  }
  const fields = call.body.fields;
  switch (fields['grant_type']) {
    case 'authorization_code': {
      const grant = await world.grants.redeem(rules.platform, {
        code: fields['code'] ?? '',
        clientId: rules.clientId,
        redirectUri: fields['redirect_uri'] ?? '',
        verifier: fields['code_verifier'],
      });
      return typeof grant === 'string' ? rules.codeProblem(grant) : rules.issue(grant);
    }
    case 'refresh_token':
      return rules.refresh(fields['refresh_token']);
    default:
      return rules.unsupported();
  }
}

/** An error of a token call as RFC 6749 defines it. */
export function oauthError(status: number, error: string, description: string): Reply {
  return json({ error, error_description: description }, status);
}
