import { Controller } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, defineRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { caller, eventually, stubRpc, testCallerKeys, testNats, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { z } from 'zod';
import { CallerSigner, parseSigningKey } from './caller-assertion.ts';
import { CallerLeft } from './caller.ts';
import type { RpcContext } from './caller.ts';
import { TruncatedList } from '@postloom/persistence';
import { EncodedJson, Unchanged } from './encoded-json.ts';
import { Rpc } from './rpc.ts';

const echo = defineRpc('rpc.scheduling.echo.say.v1', {
  input: z.object({ text: z.string().min(1), times: z.number().int().default(1) }),
  output: z.object({ said: z.string(), by: z.string().nullable(), key: z.string().nullable(), leftMs: z.number() }),
  errors: ['not_found'],
  deadlineMs: 30_000,
});
const slow = defineRpc('rpc.scheduling.echo.wait.v1', { input: z.strictObject({}), output: z.null(), deadlineMs: 300 });
const paid = defineRpc('rpc.scheduling.echo.pay.v1', {
  input: z.strictObject({}),
  output: z.null(),
  deadlineMs: 30_000,
  cancellable: true,
});
const told = defineRpc('rpc.scheduling.rpcspec.told.v1', {
  input: z.strictObject({ parts: z.array(z.string()) }),
  output: z.object({ wasHeard: z.boolean() }),
  part: z.object({ text: z.string() }),
});
const failing = defineRpc('rpc.scheduling.echo.fail.v1', {
  input: z.strictObject({ how: z.enum(['typed', 'bug', 'leak']) }),
  output: z.object({ fine: z.boolean() }),
  errors: ['version_conflict'],
});
const stored = defineRpc('rpc.scheduling.echo.stored.v1', {
  input: z.strictObject({}),
  output: z.object({ n: z.number() }),
});
const listed = defineRpc('rpc.scheduling.rpcspec.listed.v1', {
  input: z.strictObject({ isCut: z.boolean() }),
  output: z.array(z.number()),
});
const kept = defineRpc('rpc.scheduling.echo.kept.v1', {
  input: z.strictObject({ of: z.string() }),
  output: z.object({ version: z.string(), of: z.string() }),
});
const nobody = defineRpc('rpc.media.nobody.home.v1', {
  input: z.strictObject({}),
  output: z.null(),
  deadlineMs: 30_000,
});
const nobodyYet = defineRpc('rpc.media.later.home.v1', {
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean() }),
  retryable: true,
});
const lost = defineRpc('rpc.media.lost.home.v1', {
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean() }),
  retryable: true,
  deadlineMs: 1_000,
});
const lostWrite = defineRpc('rpc.media.lost.create.v1', {
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean() }),
  errors: ['conflict'],
  keyed: true,
  deadlineMs: 1_000,
});
const lostForGood = defineRpc('rpc.media.lost.write.v1', {
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean() }),
  deadlineMs: 300,
});

const aborted: string[] = [];
const paying = new Set<string>();
const left: [requestId: string, reason: unknown][] = [];
/** What `kept` answers, and the fingerprints its callers said they know. */
let version = 'Ä 1';

@Controller()
class EchoController {
  @Rpc(echo)
  say(input: ParsedInputOf<typeof echo>, context: RpcContext) {
    return {
      said: Array.from({ length: input.times }, () => input.text).join(' '),
      by: context.userId,
      key: context.idempotencyKey,
      leftMs: context.remainingMs(),
    };
  }

  @Rpc(slow)
  wait(_input: ParsedInputOf<typeof slow>, context: RpcContext): Promise<null> {
    return new Promise((_, reject) => {
      context.signal.addEventListener('abort', () => {
        aborted.push(context.requestId);
        reject(new AppError('deadline'));
      });
    });
  }

  @Rpc(paid)
  pay(_input: ParsedInputOf<typeof paid>, { requestId, signal }: RpcContext): Promise<null> {
    paying.add(requestId);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        paying.delete(requestId);
        left.push([requestId, signal.reason]);
        reject(signal.reason as Error);
      });
    });
  }

  @Rpc(told)
  told({ parts }: ParsedInputOf<typeof told>, { tell }: RpcContext): { wasHeard: boolean } {
    for (const text of parts) {
      tell?.({ text });
    }
    return { wasHeard: tell !== undefined };
  }

  @Rpc(stored)
  stored(): EncodedJson {
    return new EncodedJson('{"n": 1 }');
  }

  @Rpc(listed)
  list({ isCut }: ParsedInputOf<typeof listed>): number[] {
    return isCut ? TruncatedList.from([1, 2]) : [1, 2];
  }

  @Rpc(kept)
  kept(input: ParsedInputOf<typeof kept>, context: RpcContext): EncodedJson | Unchanged {
    if (context.knownFingerprint === version) {
      return new Unchanged(version);
    }
    return new EncodedJson(JSON.stringify({ version, of: input.of }), version);
  }

  @Rpc(failing)
  fail(input: ParsedInputOf<typeof failing>): Promise<{ fine: boolean }> {
    if (input.how === 'typed') {
      throw new AppError('version_conflict', 'Somebody was faster.', {
        details: [{ path: 'caption', message: 'changed' }],
      });
    }
    if (input.how === 'bug') {
      throw new TypeError('secret detail of the inside');
    }
    return Promise.resolve({ fine: true, passwordHash: 'x' } as { fine: boolean });
  }
}

describe('rpc', () => {
  let nats: TestNats;
  let service: TestService;
  let rpc: Rpc;

  beforeAll(async () => {
    nats = await testNats();
    service = await testService({
      service: 'scheduling',
      nats,
      migrations: [],
      controllers: [EchoController],
      serves: [echo, slow, paid, told, stored, listed, kept, failing],
    });
    rpc = service.client;
  });

  afterAll(async () => {
    await service.close();
    await nats.stop();
  });

  const codeOf = async (call: Promise<unknown>): Promise<AppError> => {
    try {
      await call;
    } catch (error) {
      if (error instanceof AppError) {
        return error;
      }
      throw error;
    }
    throw new Error('the call did not fail');
  };

  it('carries input, caller, budget and answer', async () => {
    const user = caller({ idempotencyKey: 'Schlüssel 100% / "a"' });
    const answer = await rpc.call(echo, { text: 'hi', times: 2 }, user);
    expect(answer).toMatchObject({ said: 'hi hi', by: user.userId, key: user.idempotencyKey });
    expect(answer.leftMs).toBeGreaterThan(1_000);
    expect(answer.leftMs).toBeLessThanOrEqual(30_000);
  });

  it('passes the answer on as bytes', async () => {
    const bytes = await rpc.raw(echo, { text: 'bytes' }, caller());
    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ said: 'bytes' });
  });

  it('says of a list that it was cut', async () => {
    const read = (isCut: boolean) => rpc.read(listed, { isCut }, caller());
    const { bytes, isTruncated } = await read(true);
    expect([Buffer.from(bytes ?? []).toString(), isTruncated]).toEqual(['[1,2]', true]);
    expect((await read(false)).isTruncated).toBe(false);
  });

  it('sends an answer that is JSON already as it is', async () => {
    const bytes = await rpc.raw(stored, {}, caller());
    expect(Buffer.from(bytes).toString()).toBe('{"n": 1 }');
  });

  it('confirms the answer that the asker has instead of sending it again', async () => {
    const read = async (known?: string) => {
      const { bytes, fingerprint } = await rpc.read(kept, { of: 'month' }, caller(), { known });
      return { answer: bytes === null ? null : JSON.parse(Buffer.from(bytes).toString()), fingerprint };
    };
    expect(await read()).toEqual({ answer: { version: 'Ä 1', of: 'month' }, fingerprint: 'Ä 1' });
    expect(await read('Ä 1')).toEqual({ answer: null, fingerprint: 'Ä 1' });
    version = 'Ä 2';
    expect(await read('Ä 1')).toEqual({ answer: { version: 'Ä 2', of: 'month' }, fingerprint: 'Ä 2' });
  });

  it('refuses an unknown field, with its name', async () => {
    const error = await codeOf(rpc.call(echo, { text: 'x', isAdmin: true } as never, caller()));
    expect(error.code).toBe('validation_failed');
    expect(JSON.stringify(error.details)).toContain('isAdmin');
  });

  it('refuses a wrong field, with its path', async () => {
    const error = await codeOf(rpc.call(echo, { text: '' }, caller()));
    expect(error).toMatchObject({ code: 'validation_failed', details: [{ path: 'text' }] });
  });

  it('answers typed errors as they were thrown', async () => {
    const error = await codeOf(rpc.call(failing, { how: 'typed' }, caller()));
    expect(error).toMatchObject({
      code: 'version_conflict',
      message: 'Somebody was faster.',
      details: [{ path: 'caption', message: 'changed' }],
    });
  });

  it('hides a bug behind internal', async () => {
    const error = await codeOf(rpc.call(failing, { how: 'bug' }, caller()));
    expect(error.code).toBe('internal');
    expect(error.message).not.toContain('secret');
  });

  it('does not let a field out that the contract does not know', async () => {
    const error = await codeOf(rpc.call(failing, { how: 'leak' }, caller()));
    expect(error.code).toBe('internal');
  });

  it('ends at the deadline, and the handler learns of it', async () => {
    const asked = caller();
    const startedAt = performance.now();
    const error = await codeOf(rpc.call(slow, {}, asked));
    expect(error.code).toBe('deadline');
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await eventually('the handler has learnt of it', () => expect(aborted).toContain(asked.requestId));
  });

  it('refuses work whose budget is gone', async () => {
    const error = await codeOf(rpc.call(echo, { text: 'late' }, caller(), { deadlineMs: 0 }));
    expect(error.code).toBe('deadline');
    const connection = await nats.connection();
    const { headers } = await import('@nats-io/transport-node');
    const head = headers();
    head.set('deadline-ms', '0');
    const key = parseSigningKey(testCallerKeys.CALLER_SIGNING_KEY);
    const signer = new CallerSigner(
      () => key,
      () => Date.now(),
    );
    head.set('caller', signer.assertionFor(caller()) ?? '');
    const answer = await connection.request(echo.subject, JSON.stringify({ text: 'late' }), {
      headers: head,
      timeout: 15_000,
    });
    expect(answer.json()).toMatchObject({ code: 'deadline' });
  });

  it('ends when the caller gives up', async () => {
    const gone = new AbortController();
    const call = rpc.call(slow, {}, caller(), { signal: gone.signal });
    gone.abort();
    expect((await codeOf(call)).code).toBe('deadline');
  });

  it('tells the owner of a cancellable contract at once, whichever process it is, and of that request alone', async () => {
    const second = await testService({
      service: 'scheduling',
      nats,
      migrations: [],
      controllers: [EchoController],
      serves: [echo, slow, paid, told, stored, listed, kept, failing],
    });
    try {
      const controllers = Array.from({ length: 8 }, () => new AbortController());
      const callers = controllers.map(() => caller());
      const codes = controllers.map(({ signal }, index) =>
        codeOf(rpc.call(paid, {}, callers[index] ?? caller(), { signal })),
      );
      await eventually('all are at work', () => expect(paying.size).toBe(8));
      const gone = callers.slice(0, 4).map(({ requestId }) => requestId);
      for (const controller of controllers.slice(0, 4)) {
        controller.abort();
      }
      await eventually('four of them stop', () => expect(left.map(([id]) => id).toSorted()).toEqual(gone.toSorted()));
      expect(left.map(([, reason]) => reason)).toEqual(Array.from({ length: 4 }, () => expect.any(CallerLeft)));
      expect(paying.size).toBe(4);
      for (const controller of controllers.slice(4)) {
        controller.abort();
      }
      for (const code of codes) {
        expect((await code).code).toBe('deadline');
      }
      await eventually('the others stop as well', () => expect(paying.size).toBe(0));
    } finally {
      await second.close();
    }
  });

  it('tells parts to the caller who listens, each to its own', async () => {
    const heard: Record<string, unknown[]> = { first: [], second: [] };
    const listen = (name: string, parts: string[]) =>
      rpc.call(told, { parts }, caller(), {
        onPart: (part) => heard[name]?.push(JSON.parse(new TextDecoder().decode(part))),
      });
    const answers = await Promise.all([
      ...[listen('first', ['a', 'ab']), listen('second', ['c'])],
      rpc.call(told, { parts: ['d'] }, caller()),
    ]);
    expect(answers.map(({ wasHeard }) => wasHeard)).toEqual([true, true, false]);
    expect(heard).toEqual({ first: [{ text: 'a' }, { text: 'ab' }], second: [{ text: 'c' }] });
  });

  it('says unavailable at once when nobody serves the subject', async () => {
    const startedAt = performance.now();
    const error = await codeOf(rpc.call(nobody, {}, caller()));
    expect(error.code).toBe('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(nobody.deadlineMs / 2);
  });

  it('repeats a repeatable call once, and finds the pod that came up meanwhile', async () => {
    // The pod has the pause before the repetition to come up, 150 ms at most: one that was slower tries again.
    await eventually('the repetition finds it', async () => {
      const call = rpc.call(nobodyYet, {}, caller());
      const stub = await stubRpc(nats, nobodyYet, () => ({ ok: true }));
      try {
        expect(await call.catch((error: unknown) => error)).toEqual({ ok: true });
        expect(stub.calls).toHaveLength(1);
      } finally {
        await stub.close();
      }
    });
    expect((await codeOf(rpc.call(nobodyYet, {}, caller()))).code).toBe('unavailable');
  });

  /** Takes requests and answers those of these numbers, in the order of their arrival. */
  const answering = async (subject: string, numbers: readonly number[]) => {
    const connection = await nats.connection();
    let requests = 0;
    const subscription = connection.subscribe(subject, {
      callback: (_error, message) => {
        requests += 1;
        if (numbers.includes(requests)) {
          message.respond('{"ok":true}');
        }
      },
    });
    await connection.flush();
    return { requests: () => requests, close: () => subscription.unsubscribe() };
  };

  it('asks a repeatable call again whose answer is lost, inside its deadline', async () => {
    const owner = await answering(lost.subject, [2]);
    try {
      const startedAt = performance.now();
      expect(await rpc.call(lost, {}, caller())).toEqual({ ok: true });
      expect(performance.now() - startedAt).toBeLessThan(lost.deadlineMs);
      expect(owner.requests()).toBe(2);
    } finally {
      owner.close();
    }
  });

  it('asks twice at the most, and then says that it took too long', async () => {
    const owner = await answering(lost.subject, []);
    try {
      expect((await codeOf(rpc.call(lost, {}, caller()))).code).toBe('deadline');
      expect(owner.requests()).toBe(2);
    } finally {
      owner.close();
    }
  });

  it('asks a keyed call again that carries its key, and no other', async () => {
    const owner = await answering(lostWrite.subject, [2, 4]);
    try {
      expect(await rpc.call(lostWrite, {}, { ...caller(), idempotencyKey: 'key-1' })).toEqual({ ok: true });
      expect(owner.requests()).toBe(2);
      expect((await codeOf(rpc.call(lostWrite, {}, caller()))).code).toBe('deadline');
      expect(owner.requests()).toBe(3);
    } finally {
      owner.close();
    }
  });

  it('waits for the first answer when the second call meets the first one at work', async () => {
    const second = Promise.withResolvers<void>();
    const stub = await stubRpc(nats, lostWrite, async () => {
      if (stub.calls.length === 2) {
        setImmediate(second.resolve); // once the conflict is on its way
        throw new AppError('conflict');
      }
      await second.promise;
      return { ok: true };
    });
    try {
      expect(await rpc.call(lostWrite, {}, { ...caller(), idempotencyKey: 'key-2' })).toEqual({ ok: true });
      expect(stub.calls).toHaveLength(2);
    } finally {
      await stub.close();
    }
  });

  it('never asks again what may happen twice, with an idempotency key neither', async () => {
    const owner = await answering(lostForGood.subject, [2]);
    try {
      const keyed = { ...caller(), idempotencyKey: 'key-1' };
      expect((await codeOf(rpc.call(lostForGood, {}, keyed))).code).toBe('deadline');
      expect(owner.requests()).toBe(1);
    } finally {
      owner.close();
    }
  });

  it('says unavailable while the broker is away, and works again when it is back', async () => {
    await nats.kill();
    try {
      const error = await codeOf(rpc.call(echo, { text: 'x' }, caller(), { deadlineMs: 600 }));
      expect(['unavailable', 'deadline']).toContain(error.code);
    } finally {
      await nats.restart();
    }
    await eventually('calls work again', () => rpc.call(echo, { text: 'back' }, caller()));
  });
});
