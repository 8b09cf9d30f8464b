import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * A third of what processes that answer people get, where both want a core: somebody waits for an uploaded picture, too. With the last
 * place, 19, it is a hundredth, and a machine that is busy with something else reads no upload in time.
 */
const PRIORITY = 5;

/**
 * Lets processes that answer people go first: a decoder takes every core it gets. Linux may share processors among sessions first, and by
 * priority only within each (autogroup): there the session gets the priority, too, so it should be the process's own.
 * @returns whether the session got it; not where this system compares all processes, or takes no more changes in this moment of users without rights
 */
export function giveWay(pid: number): boolean {
  for (const thread of threadsOf(pid)) {
    lower(thread);
  }
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY));
    return true;
  } catch {
    return false;
  }
}

function lower(thread: number): void {
  try {
    setPriority(thread, PRIORITY);
  } catch (error) {
    const { code } = (error as { info?: { code?: string } }).info ?? {};
    if (code !== 'ESRCH') {
      throw error;
    }
    // It has ended meanwhile.
  }
}

/** On Linux each thread has a priority of its own, which those that it begins later take over. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
