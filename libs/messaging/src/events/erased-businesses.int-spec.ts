import { Controller, Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEvent } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { envelope, eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { z } from 'zod';
import { migrations, thingHappened } from '../testing/effects.ts';
import { EffectsRepository } from '../testing/effects.repository.ts';
import { counts } from '../testing/world.ts';
import { ErasedBusinesses } from './erased-businesses.ts';
import { On } from './on.decorator.ts';

const erasureAsked = defineEvent('identity.erasure.requested.v1', z.object({}));
const erased = envelope(thingHappened, { data: { n: 0, how: 'well' } }).businessId;

@Injectable()
class Tombstones extends ErasedBusinesses {
  override isErased(_tx: Tx, businessId: string): Promise<boolean> {
    return Promise.resolve(businessId === erased);
  }
}

@Controller()
class SomeController {
  constructor(private readonly effects: EffectsRepository) {}

  @On(thingHappened)
  async count(event: EventEnvelope<DataOf<typeof thingHappened>>, tx: Tx): Promise<void> {
    await this.effects.add(tx, 'count', event.id, event.data.n);
  }

  @On(erasureAsked, { evenWhenErased: true })
  async erase(event: EventEnvelope, tx: Tx): Promise<void> {
    await this.effects.add(tx, 'erase', event.id, 0);
  }
}

describe('events of an erased business', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService({
      service: 'scheduling',
      migrations,
      controllers: [SomeController],
      providers: [EffectsRepository, { provide: ErasedBusinesses, useClass: Tombstones }],
      handles: [thingHappened, erasureAsked],
    });
  });
  afterAll(() => service.close());

  it('are refused, but for those of the erasure itself', async () => {
    await service.emitFrom(thingHappened, { businessId: erased, data: { n: 1, how: 'well' } });
    await service.emitFrom(erasureAsked, { businessId: erased, data: {} });
    await service.emitFrom(thingHappened, { data: { n: 2, how: 'well' } });
    await eventually('the others have their effect', async () => {
      expect((await counts(service, 'count')).rows).toBe(1);
      expect((await counts(service, 'erase')).rows).toBe(1);
    });
  });
});
