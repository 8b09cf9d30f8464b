const ENOUGH_MS = 50;

/**
 * Processor time of this thread that `work` takes, in milliseconds: a busy machine hardly changes it, a wall clock it would.
 * What is quick is done again and again, for some kernels count in steps of 4 ms; of several `rounds` the cheapest counts,
 * for a collection of garbage or a shared core is not the work's cost.
 */
export function threadCost(work: () => unknown, rounds = 1): number {
  return Math.min(...Array.from({ length: rounds }, () => meanOf(work)));
}

function meanOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  let spent = 0;
  let times = 0;
  do {
    work();
    times += 1;
    const { user, system } = process.threadCpuUsage(before);
    spent = (user + system) / 1_000;
  } while (spent < ENOUGH_MS);
  return spent / times;
}
