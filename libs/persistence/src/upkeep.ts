import type { Housekeeping } from './housekeeping.ts';
import type { Idempotency } from './idempotency.ts';
import type { Quotas } from './quotas.ts';
import { Scope } from './scope.ts';
import type { Throttles } from './throttles.ts';
import type { Uow } from './uow.ts';

const HOUR = 3_600;
const scope = Scope.global();

/** The housekeeping every service does for its own schema. */
export function addUpkeep(
  housekeeping: Housekeeping,
  tools: { uow: Uow; idempotency: Idempotency; quotas: Quotas | undefined; throttles: Throttles | undefined },
): void {
  const { uow, idempotency, quotas, throttles } = tools;
  housekeeping.add({
    name: 'partitions',
    everySeconds: HOUR,
    run: async () => {
      await uow.run(scope, (tx) => tx.query('SELECT maintain_partitions()'), { timeoutMs: 30_000 });
    },
  });
  housekeeping.add({
    name: 'idempotency-cleanup',
    everySeconds: HOUR / 4,
    run: () => uow.run(scope, (tx) => idempotency.cleanUp(tx), { timeoutMs: 30_000 }),
  });
  if (quotas) {
    housekeeping.add({
      name: 'reservation-sweep',
      everySeconds: 15,
      run: () => uow.run(scope, (tx) => quotas.sweep(tx)),
    });
  }
  if (throttles) {
    housekeeping.add({
      name: 'throttle-cleanup',
      everySeconds: HOUR / 6,
      run: () => uow.run(scope, (tx) => throttles.cleanUp(tx)),
    });
  }
}
