import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, identityEvents, identityRpc } from '@postloom/contracts';
import { infrastructureMigrations, Entitlements, Scope, Uow } from '@postloom/persistence';
import { eventually, stubRpc, testNats, testService } from '@postloom/testing';
import type { RpcStub, TestNats, TestService } from '@postloom/testing';
import { PlansModule } from './plans.module.ts';

const periodAnchor = '2026-01-01T00:00:00Z';

describe('plans in a service that owns a limit', () => {
  let nats: TestNats;
  let service: TestService;
  let identity: RpcStub<typeof identityRpc.planGet>;
  const newcomer = randomUUID();

  beforeAll(async () => {
    nats = await testNats();
    identity = await stubRpc(nats, identityRpc.planGet, (input) => {
      if (!('payerId' in input) || input.payerId !== newcomer) {
        throw new AppError('not_found');
      }
      return { payerId: newcomer, tier: 'pro', periodAnchor, version: 1 };
    });
    service = await testService({
      service: 'scheduling',
      nats,
      migrations: [...infrastructureMigrations({ quotas: true })],
      imports: [PlansModule],
      handles: [{ event: identityEvents.planChanged, handlers: ['plan'] }],
    });
  });
  afterAll(async () => {
    await service.close();
    await nats.stop();
  });

  const plan = (payerId: string) =>
    service.get(Uow).run(Scope.global(), (tx) => service.get(Entitlements).planOf(tx, payerId));

  it('come from identity', async () => {
    const payerId = randomUUID();
    await service.emitFrom(identityEvents.planChanged, {
      businessId: null,
      entityId: payerId,
      version: 3,
      data: { payerId, tier: 'agency', periodAnchor, version: 3 },
    });
    const projected = () =>
      service.get(Uow).run(Scope.global(), (tx) => service.get(Entitlements).forPayer(tx, payerId));
    await eventually('the plan is known', async () =>
      expect(await projected()).toMatchObject({ payerId, tier: 'agency' }),
    );
    expect(identity.calls).toHaveLength(0);
  });

  it('are asked for once where the payer is new, and never guessed', async () => {
    expect(await plan(newcomer)).toMatchObject({ tier: 'pro' });
    expect(await plan(newcomer)).toMatchObject({ tier: 'pro' });
    await expect(plan(randomUUID())).rejects.toMatchObject({ code: 'unavailable' });
    expect(identity.calls).toHaveLength(2);
  });
});
