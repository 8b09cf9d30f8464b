import { Scope, Uow } from '@postloom/persistence';
import type { TestService } from '@postloom/testing';

/** Reads or changes rows directly, across all tenants. */
export function behindTheScenes<R extends object>(
  service: TestService,
  text: string,
  parameters: unknown[],
): Promise<R[]> {
  return service
    .get(Uow)
    .run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters), { timeoutMs: 30_000 });
}
