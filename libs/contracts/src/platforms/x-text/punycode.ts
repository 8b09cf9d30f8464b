const BASE = 36;
const FIRST_BIAS = 72;
const SKEW = 38;
const DAMP = 700;
const LOWEST_THRESHOLD = 1;
const HIGHEST_THRESHOLD = 26;

/** Letters of a domain label in its ASCII form (RFC 3492), 'xn--' included. */
export function asciiLabelLength(label: string): number {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  const plain = points.filter((point) => point < 0x80).length;
  return plain === points.length ? plain : 'xn--'.length + encodedLength(points, plain);
}

function encodedLength(points: readonly number[], plain: number): number {
  let length = plain > 0 ? plain + 1 : 0;
  let handled = plain;
  let bias = FIRST_BIAS;
  let delta = 0;
  let last = 0x80;
  for (const point of [...new Set(points.filter((one) => one >= 0x80))].sort((a, b) => a - b)) {
    delta += (point - last) * (handled + 1);
    for (const one of points) {
      if (one < point) {
        delta += 1;
      }
      if (one === point) {
        length += digits(delta, bias);
        bias = adapted(delta, handled + 1, handled === plain);
        delta = 0;
        handled += 1;
      }
    }
    delta += 1;
    last = point + 1;
  }
  return length;
}

function digits(delta: number, bias: number): number {
  let count = 1;
  let rest = delta;
  for (let place = BASE; ; place += BASE) {
    const threshold = Math.min(HIGHEST_THRESHOLD, Math.max(LOWEST_THRESHOLD, place - bias));
    if (rest < threshold) {
      return count;
    }
    rest = Math.floor((rest - threshold) / (BASE - threshold));
    count += 1;
  }
}

function adapted(delta: number, handled: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / handled);
  let bias = 0;
  for (; rest > ((BASE - LOWEST_THRESHOLD) * HIGHEST_THRESHOLD) >> 1; bias += BASE) {
    rest = Math.floor(rest / (BASE - LOWEST_THRESHOLD));
  }
  return bias + Math.floor(((BASE - LOWEST_THRESHOLD + 1) * rest) / (rest + SKEW));
}
