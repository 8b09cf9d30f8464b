import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Scope, Uow } from '@postloom/persistence';
import { testNats } from './servers/test-nats.ts';
import type { TestNats } from './servers/test-nats.ts';
import { testService } from './test-service.ts';
import type { TestService } from './test-service.ts';

describe('two services in one process', () => {
  let nats: TestNats;
  let first: TestService;
  let second: TestService;
  beforeAll(async () => {
    nats = await testNats();
    first = await testService({ service: 'publisher', nats });
    second = await testService({ service: 'identity', nats });
  });
  afterAll(async () => {
    await first.close();
    await second.close();
    await nats.stop();
  });

  it('keep to their own databases with each connection they open later', async () => {
    const databases = (service: TestService): Promise<(string | undefined)[]> => {
      const uow = service.get(Uow);
      const asked = async (): Promise<string | undefined> => {
        const [row] = await uow.run(Scope.global(), (tx) =>
          // More at once than there can be open connections from the start.
          tx.query<{ name: string }>('SELECT current_database() AS name, pg_sleep(0.05)'),
        );
        return row?.name;
      };
      return Promise.all(Array.from({ length: 6 }, asked));
    };
    expect(new Set(await databases(first))).toEqual(new Set([first.database.name]));
    expect(new Set(await databases(second))).toEqual(new Set([second.database.name]));
  });
});
