/** A week is cut into weekdays and blocks of hours: times of a business's own clock, Monday first. */
export const WEEKDAYS = 7;
export const BLOCK_HOURS = 3;
export const BLOCKS = 24 / BLOCK_HOURS;
export const SLOTS = WEEKDAYS * BLOCKS;

/** `weekday` is ISO (Monday is 1), `hour` the first of its block. */
export interface Slot {
  readonly weekday: number;
  readonly hour: number;
}

/** The index of the slot in which an hour lies. */
export function slotIndex({ weekday, hour }: Slot): number {
  return (weekday - 1) * BLOCKS + Math.floor(hour / BLOCK_HOURS);
}

export function slotAt(index: number): Slot {
  return { weekday: Math.floor(index / BLOCKS) + 1, hour: (index % BLOCKS) * BLOCK_HOURS };
}
