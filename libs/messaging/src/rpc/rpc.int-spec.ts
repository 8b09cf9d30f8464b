import { Controller } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, defineRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { caller, eventually, stubRpc, testCallerKeys, testNats, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { z } from 'zod';
import { CallerSigner, parseSigningKey } from './caller-assertion.ts';
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

const aborted: string[] = [];
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
      serves: [echo, slow, stored, listed, kept, failing],
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
    const signer = new CallerSigner(parseSigningKey(testCallerKeys.CALLER_SIGNING_KEY), () => Date.now());
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
