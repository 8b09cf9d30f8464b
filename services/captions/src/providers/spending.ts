import type { AiProvider } from '@postloom/contracts';
import { metrics } from '../metrics.ts';

/** Dollars per million tokens. */
export interface TokenPrice {
  readonly read: number;
  readonly written: number;
}

/** Counts the tokens that a provider reports with its answer, and their price if it is set. An answer that is of no use costs as much. */
export function countSpending(
  provider: AiProvider,
  price: TokenPrice | undefined,
  reported: { readonly read: unknown; readonly written: unknown },
): void {
  for (const kind of ['read', 'written'] as const) {
    const tokens = reported[kind];
    // The provider's word: a counter takes no other number, and a caption must not fail by one.
    if (typeof tokens !== 'number' || !Number.isFinite(tokens) || tokens < 0) {
      continue;
    }
    metrics.tokensTotal.add(tokens, { provider, kind });
    if (price !== undefined) {
      metrics.costDollarsTotal.add((tokens * price[kind]) / 1_000_000, { provider });
    }
  }
}
