/**
 * Numbers from 0 to 1 in an order that is always the same, so that the same posts give the same findings at every look: Marsaglia's
 * xorshift of 32 bits, which needs no division; a look at a busy year draws half a million. Fit for shuffling, not for secrets.
 */
export function sequence(): () => number {
  let state = 20_261_123;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
