import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEvent, defineRpc } from '@postloom/contracts';
import { testNats, testService } from '@postloom/testing';
import type { TestNats, TestServiceOptions } from '@postloom/testing';
import { z } from 'zod';
import { On } from './events/on.decorator.ts';
import { Rpc } from './rpc/rpc.ts';

const first = defineRpc('rpc.scheduling.boot.first.v1', { input: z.strictObject({}), output: z.null() });
const second = defineRpc('rpc.scheduling.boot.second.v1', { input: z.strictObject({}), output: z.null() });
const foreign = defineRpc('rpc.media.boot.foreign.v1', { input: z.strictObject({}), output: z.null() });
const event = defineEvent('media.boot.happened.v1', z.object({}));

@Controller()
class OneController {
  @Rpc(first)
  first(): null {
    return null;
  }
}

@Controller()
class SameAgainController {
  @Rpc(first)
  firstAgain(): null {
    return null;
  }
}

@Controller()
class ForeignController {
  @Rpc(foreign)
  foreign(): null {
    return null;
  }
}

@Controller()
class ListeningController {
  @On(event)
  one(): Promise<void> {
    return Promise.resolve();
  }

  @On(event)
  two(): Promise<void> {
    return Promise.resolve();
  }
}

@Controller()
class LooseController {
  @MessagePattern('anything')
  anything(): null {
    return null;
  }
}

describe('a service that does not keep its contracts refuses to start', () => {
  let nats: TestNats;
  beforeAll(async () => {
    nats = await testNats();
  });
  afterAll(() => nats.stop());

  const start = async (options: Omit<TestServiceOptions, 'service' | 'nats'>): Promise<void> => {
    const service = await testService({ service: 'scheduling', nats, ...options });
    await service.close();
  };

  it('starts when it keeps them', () => start({ migrations: [], controllers: [OneController], serves: [first] }));

  it.each<[string, string, Omit<TestServiceOptions, 'service' | 'nats'>]>([
    [
      'a missing handler',
      'second.v1 is in serves but no @Rpc method',
      { migrations: [], controllers: [OneController], serves: [first, second] },
    ],
    [
      'a doubled handler',
      'answered by 2 @Rpc methods',
      { migrations: [], controllers: [OneController, SameAgainController], serves: [first] },
    ],
    ['a handler nobody promised', 'not in serves', { migrations: [], controllers: [OneController], serves: [] }],
    [
      'a foreign subject',
      'is not a subject of scheduling',
      { migrations: [], controllers: [ForeignController], serves: [foreign] },
    ],
    ['an event without listener', 'no @On method listens', { handles: [event] }],
    [
      'two listeners with one name',
      'give each a handler name',
      { controllers: [ListeningController], handles: [event] },
    ],
    [
      'a listener without inbox',
      'an inbox is needed',
      { migrations: [], controllers: [ListeningController], handles: [event] },
    ],
    ['a pattern without contract', 'not bound to a contract', { migrations: [], controllers: [LooseController] }],
  ])('%s', async (_what, sentence, options) => {
    await expect(start(options)).rejects.toThrow(sentence);
  });
});
