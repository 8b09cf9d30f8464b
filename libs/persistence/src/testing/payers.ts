import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { Entitlement, EventEnvelope, Metric, Tier } from '@postloom/contracts';
import { Entitlements } from '../entitlements.ts';
import { Quotas } from '../quotas.ts';
import type { MetricState } from '../quotas.ts';
import { Scope } from '../scope.ts';
import { openFixture } from './fixture.ts';
import type { Fixture } from './fixture.ts';

const DAY = 86_400_000;

function planChanged(data: Entitlement): EventEnvelope<Entitlement> {
  return {
    id: randomUUID(),
    subject: 'identity.plan.changed.v1',
    at: new Date().toISOString(),
    businessId: null,
    entityId: data.payerId,
    version: data.version,
    cause: null,
    data,
  };
}

/** Payers of any plan and their counts, in a database of the file that calls this. */
export function payersUnderTest() {
  const entitlements = new Entitlements();
  const quotas = new Quotas(entitlements);
  const scope = Scope.global();
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture(10);
  });
  afterAll(() => fixture.close());

  function setPlan(payerId: string, tier: Tier, version = 1, anchor = new Date(Date.now() - 40 * DAY)): Promise<void> {
    return fixture.uow.run(scope, (tx) =>
      entitlements.applyPlan(tx, planChanged({ payerId, tier, periodAnchor: anchor.toISOString(), version })),
    );
  }

  async function payer(tier: Tier = 'free'): Promise<string> {
    const payerId = randomUUID();
    await setPlan(payerId, tier);
    return payerId;
  }

  const take = (payerId: string, metric: Metric, amount = 1): Promise<void> =>
    fixture.uow.run(scope, (tx) => quotas.take(tx, { payerId, metric, amount }));

  async function state(payerId: string, metric: Metric): Promise<MetricState> {
    const all = await fixture.uow.run(scope, (tx) => quotas.read(tx, payerId));
    const found = all.find((entry) => entry.metric === metric);
    if (!found) {
      throw new Error(`no ${metric}`);
    }
    return found;
  }

  return {
    get fixture() {
      return fixture;
    },
    ...{ entitlements, quotas, scope, setPlan, payer, take, state },
  };
}
