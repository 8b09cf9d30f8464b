import { Scope, Uow } from '@postloom/persistence';
import { caller, testService } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { EffectsRepository } from './effects.repository.ts';
import type { EffectCounts } from './effects.repository.ts';
import { CountingController, migrations, TellingController, emitThings, thingHappened, thingMoved } from './effects.ts';

export const fastEnvironment = { FEED_EVERY_MS: '500', RELAY_EVERY_MS: '100', EVENT_RETRY_MS: '4' };

/** What `CountingController` listens to. */
export const countingHandles = [{ event: thingHappened, handlers: ['', 'second'] }, thingMoved];

interface Shared {
  readonly nats: TestNats;
  readonly database?: TestDatabase;
  readonly env?: Readonly<Record<string, string>>;
}

/** The listening service. */
export function startCounting({ nats, database, env }: Shared): Promise<TestService> {
  return testService({
    service: 'scheduling',
    nats,
    database,
    migrations,
    controllers: [CountingController],
    providers: [EffectsRepository],
    handles: countingHandles,
    env: { ...fastEnvironment, ...env },
  });
}

/** The telling service. */
export function startTelling({ nats, database, env }: Shared): Promise<TestService> {
  return testService({
    service: 'media',
    nats,
    database,
    migrations,
    controllers: [TellingController],
    providers: [EffectsRepository],
    serves: [emitThings],
    env: { ...fastEnvironment, ...env },
  });
}

export function tell(media: TestService, from: number, count: number): Promise<unknown> {
  return media.rpc(emitThings, { from, count, businessId: null }, caller());
}

export function counts(service: TestService, handler: string): Promise<EffectCounts> {
  const repository = new EffectsRepository();
  return service.get(Uow).run(Scope.global(), (tx) => repository.counts(tx, handler), { readOnly: true });
}

export function unpublished(service: TestService): Promise<number> {
  const repository = new EffectsRepository();
  return service.get(Uow).run(Scope.global(), (tx) => repository.unpublished(tx), { readOnly: true });
}

export function placeOf(service: TestService, entityId: string): Promise<string | undefined> {
  const repository = new EffectsRepository();
  return service.get(Uow).run(Scope.global(), (tx) => repository.place(tx, entityId), { readOnly: true });
}
