import { tokenSet } from '../sign-in.ts';
import type { TokenSet } from '../platform.port.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';

/** Long-lived tokens of both Graph hosts live 60 days; some answers leave the figure out. */
export const LONG_LIVED_SECONDS = 60 * 86_400;

/** Meta appends `#_` or `#_=_` to the redirect; some routes leave it on the code. */
export function bareCode(code: string): string {
  return code.replace(/#_(=_)?$/, '');
}

/** A token call of either host. `defaultSeconds` null: an answer without an end has none. @throws {PlatformError} */
export async function graphToken(
  graph: GraphClient,
  label: string,
  call: GraphCall,
  now: Date,
  defaultSeconds: number | null,
): Promise<TokenSet> {
  const tokens = tokenSet(label, await graph.call(call), now, defaultSeconds);
  // Meta has no refresh tokens: one that appeared here would be used wrongly.
  return { ...tokens, refreshToken: null };
}
