import { createLogger, SystemClock } from '@postloom/chassis';
import type { OutputOf, ParsedInputOf, RpcContract } from '@postloom/contracts';
import { CallerVerifier, parseVerificationKeys, RpcServer } from '@postloom/messaging';
import type { EncodedJson, RpcContext, Unchanged } from '@postloom/messaging';
import { testCallerKeys } from './caller-keys.ts';
import type { TestNats } from './servers/test-nats.ts';

/** A faked neighbour: the calls it received, and how to stop it. */
export interface RpcStub<C extends RpcContract> {
  readonly calls: { readonly input: ParsedInputOf<C>; readonly context: RpcContext }[];
  close(): Promise<void>;
}

/**
 * Answers a contract in place of its owner, over the real broker: input and answer are validated against the contract, an `AppError`
 * travels as from a service. A test thereby states which neighbours it fakes.
 */
export async function stubRpc<C extends RpcContract>(
  nats: Pick<TestNats, 'connection'>,
  contract: C,
  handler: (
    input: ParsedInputOf<C>,
    context: RpcContext,
  ) => Promise<OutputOf<C>> | OutputOf<C> | EncodedJson | Unchanged,
): Promise<RpcStub<C>> {
  const calls: { input: ParsedInputOf<C>; context: RpcContext }[] = [];
  const keys = parseVerificationKeys(testCallerKeys.CALLER_KEYS);
  const server = new RpcServer({
    service: 'stub',
    clock: new SystemClock(),
    logger: createLogger('stub', 'silent'),
    isOutputChecked: true,
    callers: new CallerVerifier(
      () => keys,
      () => Date.now(),
    ),
  });
  const connection = await nats.connection();
  server.serve(connection, contract, (input, context) => {
    calls.push({ input: input as ParsedInputOf<C>, context });
    return handler(input as ParsedInputOf<C>, context);
  });
  await connection.flush();
  return {
    calls,
    close: async () => {
      await server.stopIntake();
      await server.drain();
    },
  };
}
