/** Prints lines with the seconds since this was called in front. */
export function timedLines(): (line: string) => void {
  const startedAt = performance.now();
  return (line) => console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${line}`);
}
