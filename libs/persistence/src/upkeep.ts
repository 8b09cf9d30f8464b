import type { Loops } from '@postloom/chassis';
import type { Idempotency } from './idempotency.ts';
import type { Quotas } from './quotas.ts';
import { Scope } from './scope.ts';
import type { Throttles } from './throttles.ts';
import type { Uow } from './uow.ts';

const HOUR = 3_600_000;
const scope = Scope.system('upkeep of the house tables');

/** The housekeeping every service does for its own schema. Each is safe to run in all pods at once. */
export function startUpkeep(
  loops: Loops,
  tools: { uow: Uow; idempotency: Idempotency; quotas: Quotas | undefined; throttles: Throttles | undefined },
): void {
  const { uow, idempotency, quotas, throttles } = tools;
  loops.start({
    name: 'partitions',
    everyMs: HOUR,
    run: async () => {
      await uow.run(scope, (tx) => tx.query('SELECT maintain_partitions()'), { timeoutMs: 30_000 });
    },
  });
  loops.start({
    name: 'idempotency-cleanup',
    everyMs: HOUR / 4,
    run: () => uow.run(scope, (tx) => idempotency.cleanUp(tx), { timeoutMs: 30_000 }),
  });
  if (quotas) {
    loops.start({
      name: 'reservation-sweep',
      everyMs: 15_000,
      run: () => uow.run(scope, (tx) => quotas.sweep(tx)),
    });
  }
  if (throttles) {
    loops.start({
      name: 'throttle-cleanup',
      everyMs: HOUR / 6,
      run: () => uow.run(scope, (tx) => throttles.cleanUp(tx)),
    });
  }
}
