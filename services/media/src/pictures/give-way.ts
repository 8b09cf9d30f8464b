import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** The last place that still gets a share of a busy machine: below it (SCHED_IDLE) a picture might never be decoded. */
const PRIORITY = constants.priority.PRIORITY_LOW;

/**
 * Lets processes that answer people go first: a decoder takes every core it gets. Linux may share processors among sessions first, and by
 * priority only within each (autogroup): there the session gets the priority, too, so it should be the process's own.
 * @returns whether the session got it; not where this system compares all processes, or takes no more changes in this moment of users without rights
 */
export function giveWay(pid: number): boolean {
  setPriority(pid, PRIORITY);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY));
    return true;
  } catch {
    return false;
  }
}
