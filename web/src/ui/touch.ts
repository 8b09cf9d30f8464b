/** True where people point with a finger. */
export function hasCoarsePointer(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
