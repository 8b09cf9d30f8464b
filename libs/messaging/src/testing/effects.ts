import { Controller } from '@nestjs/common';
import { defineEvent, defineRpc } from '@postloom/contracts';
import type { DataOf, EventEnvelope, ParsedInputOf } from '@postloom/contracts';
import { currentTraceparent } from '@postloom/chassis';
import { infrastructureMigrations, Scope, Uow } from '@postloom/persistence';
import type { MigrationClass, Tx } from '@postloom/persistence';
import { z } from 'zod';
import { On } from '../events/on.decorator.ts';
import type { RpcContext } from '../rpc/caller.ts';
import { Rpc } from '../rpc/rpc.ts';
import { EffectsRepository } from './effects.repository.ts';

/** A small world for the tests of messaging: `media` tells that things happened, `scheduling` keeps count. */
export const thingHappened = defineEvent(
  'media.thing.happened.v1',
  z.object({ n: z.number(), how: z.string().default('well') }),
);
export const thingMoved = defineEvent('media.thing.moved.v1', z.object({ place: z.string() }));
export const emitThings = defineRpc('rpc.media.thing.tell.v1', {
  input: z.strictObject({ from: z.number(), count: z.number(), businessId: z.uuid().nullable() }),
  output: z.object({ traceparent: z.string().nullable() }),
  part: z.object({ emitted: z.number() }),
  deadlineMs: 10_000,
});

class Effects20261201001 {
  readonly name = 'Effects20261201001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    // No unique key on purpose: a doubled effect must show.
    await runner.query(`CREATE TABLE effects (handler text NOT NULL, event_id uuid NOT NULL, n int NOT NULL)`);
    await runner.query(
      `CREATE TABLE places (entity_id text PRIMARY KEY, place text NOT NULL, version bigint NOT NULL)`,
    );
  }
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
export const migrations: readonly MigrationClass[] = [
  ...infrastructureMigrations(),
  Effects20261201001 as unknown as MigrationClass,
];

/** What the handlers do wrong, set by a test. */
export const misbehaviour: { handle: (envelope: EventEnvelope<DataOf<typeof thingHappened>>) => void } = {
  handle: () => undefined,
};
export const traces: { handled: (string | undefined)[] } = { handled: [] };

@Controller()
export class CountingController {
  constructor(private readonly effects: EffectsRepository) {}

  @On(thingHappened)
  async count(envelope: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    traces.handled.push(currentTraceparent());
    await this.effects.add(tx, 'count', envelope.id, envelope.data.n);
    misbehaviour.handle(envelope);
  }

  @On(thingHappened, { handler: 'second' })
  async countAgain(envelope: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    await this.effects.add(tx, 'second', envelope.id, envelope.data.n);
  }

  @On(thingMoved)
  async move(envelope: EventEnvelope<DataOf<typeof thingMoved>>, tx: Tx): Promise<void> {
    await this.effects.move(tx, envelope.entityId, envelope.data.place, envelope.version);
  }
}

@Controller()
export class TellingController {
  constructor(private readonly uow: Uow) {}

  @Rpc(emitThings)
  async tell(input: ParsedInputOf<typeof emitThings>, { tell }: RpcContext): Promise<{ traceparent: string | null }> {
    await this.uow.run(Scope.global(), async (tx) => {
      for (let n = input.from; n < input.from + input.count; n += 1) {
        await tx.emit(thingHappened, {
          businessId: input.businessId,
          entityId: `thing-${n}`,
          version: 1,
          data: { n, how: 'well' },
        });
      }
    });
    tell?.({ emitted: input.count });
    return { traceparent: currentTraceparent() ?? null };
  }
}
