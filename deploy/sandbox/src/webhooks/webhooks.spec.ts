import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/world.ts';
import { Webhooks } from './webhooks.ts';

const account = { platform: 'tiktok', id: '_0001', name: 'Tok' } as Account;

describe('a message that nobody took', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['is told again', 'http://127.0.0.1:9', 2],
    ['is dropped when there is no address any more', '', 1],
  ])('%s', async (_, later, tries) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const world = { settings: { webhookUrl: 'http://127.0.0.1:9' } };
    const webhooks = new Webhooks(world as unknown as World, () => undefined);
    const told = async (count: number): Promise<void> => {
      for (let turn = 0; turn < 100_000 && webhooks.list().length < count; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(webhooks.list()).toHaveLength(count);
    };
    webhooks.notify('tiktok', 'post.publish.failed', account, {});
    await told(1);
    world.settings.webhookUrl = later;
    await jest.advanceTimersByTimeAsync(1_000);
    await told(tries);
    webhooks.close();
  });
});
