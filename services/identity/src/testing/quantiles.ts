const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A quarter of the values is below it. */
export const lowerQuartile = (values: readonly number[]): number => quantile(values, 0.25);
