/** The number below which that share of them lies; of numbers in any order, 0 of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function quantiles(numbers: readonly number[]): Quantiles {
  return { p50: quantile(numbers, 0.5), p99: quantile(numbers, 0.99), max: quantile(numbers, 1) };
}
