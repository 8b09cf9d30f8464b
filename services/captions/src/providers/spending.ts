import type { AiProvider } from '@postloom/contracts';
import { metrics } from '../metrics.ts';

/** Dollars per million tokens. */
export interface TokenPrice {
  readonly read: number;
  readonly written: number;
}

/** What a provider reports of a call. */
export interface Usage {
  readonly tokensRead: number;
  readonly tokensWritten: number;
  /** Null without a price in the settings. */
  readonly dollars: number | null;
}

export const nothingUsed: Usage = { tokensRead: 0, tokensWritten: 0, dollars: null };

/** Of two calls for the same caption. */
export function together(one: Usage, other: Usage): Usage {
  return {
    tokensRead: one.tokensRead + other.tokensRead,
    tokensWritten: one.tokensWritten + other.tokensWritten,
    dollars: one.dollars === null && other.dollars === null ? null : (one.dollars ?? 0) + (other.dollars ?? 0),
  };
}

/**
 * What a provider reports with its answer, and its price if that is set; counts both in the metrics. An answer that is of no use costs as
 * much.
 */
export function usageOf(
  provider: AiProvider,
  price: TokenPrice | undefined,
  reported: { readonly read: unknown; readonly written: unknown },
): Usage {
  const [tokensRead, tokensWritten] = [tokens(reported.read), tokens(reported.written)];
  metrics.tokensTotal.add(tokensRead, { provider, kind: 'read' });
  metrics.tokensTotal.add(tokensWritten, { provider, kind: 'written' });
  if (price === undefined) {
    return { tokensRead, tokensWritten, dollars: null };
  }
  const dollars = (tokensRead * price.read + tokensWritten * price.written) / 1_000_000;
  metrics.costDollarsTotal.add(dollars, { provider });
  return { tokensRead, tokensWritten, dollars };
}

/** Most tokens that are believed of one call. */
const MOST_TOKENS = 10_000_000;

/** The provider's word: no other number is taken, and a caption must not fail by one. */
function tokens(reported: unknown): number {
  return typeof reported === 'number' && reported >= 0 ? Math.min(Math.round(reported), MOST_TOKENS) : 0;
}
