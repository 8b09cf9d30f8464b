import { jetstreamManager } from '@nats-io/jetstream';
import type { TestNats } from './servers/test-nats.ts';

/**
 * Removes from a stream what `tell` has put there, as if the broker had confirmed it and lost it; nobody may listen meanwhile. Answers how
 * many messages are gone.
 */
export async function losingMessages(
  nats: Pick<TestNats, 'connection'>,
  stream: string,
  tell: () => Promise<unknown>,
): Promise<number> {
  const manager = await jetstreamManager(await nats.connection());
  const { last_seq: before } = (await manager.streams.info(stream)).state;
  await tell();
  const { last_seq: last } = (await manager.streams.info(stream)).state;
  for (let seq = before + 1; seq <= last; seq += 1) {
    await manager.streams.deleteMessage(stream, seq);
  }
  return last - before;
}
