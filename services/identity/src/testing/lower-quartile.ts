/** A quarter of the values is below it. */
export const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.25)] ?? 0;
