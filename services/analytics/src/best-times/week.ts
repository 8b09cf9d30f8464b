/** A week is cut into weekdays and blocks of hours: times of a business's own clock, Monday first. */
export const WEEKDAYS = 7;
export const BLOCK_HOURS = 3;
export const BLOCKS = 24 / BLOCK_HOURS;
export const SLOTS = WEEKDAYS * BLOCKS;

/** An hour of the week; `weekday` is ISO (Monday is 1). */
export interface Time {
  readonly weekday: number;
  readonly hour: number;
}

/** A block of hours, named by the first of them. */
export type Slot = Time;

/** The index of the slot in which an hour lies. */
export function slotIndex({ weekday, hour }: Time): number {
  return (weekday - 1) * BLOCKS + Math.floor(hour / BLOCK_HOURS);
}

/** The same as SQL. */
export function slotSql(day: string, hour: string): string {
  return `((extract(isodow FROM ${day})::int - 1) * ${BLOCKS} + ${hour} / ${BLOCK_HOURS})`;
}

export function slotAt(index: number): Slot {
  return { weekday: Math.floor(index / BLOCKS) + 1, hour: (index % BLOCKS) * BLOCK_HOURS };
}
