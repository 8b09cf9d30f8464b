import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyHash, Idempotency } from './idempotency.ts';
import { Scope } from './scope.ts';
import { openFixture } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';

const idempotency = new Idempotency();
const business = Scope.business(randomUUID());
let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture(8);
});
afterAll(() => fixture.close());

interface Call {
  readonly userId: string;
  readonly idempotencyKey: string | null;
  readonly call: string;
  readonly body: unknown;
}

function call(overrides: Partial<Call> = {}): Call {
  return { userId: randomUUID(), idempotencyKey: randomUUID(), call: 'note.create', body: { n: 1 }, ...overrides };
}

/** The effect: one row, counted by its own id. */
function create(
  request: Call,
  options: { before?: () => Promise<void>; fail?: boolean; scope?: Scope } = {},
): Promise<{ id: string }> {
  return fixture.uow.run(options.scope ?? business, (tx) =>
    idempotency.run(tx, request, request.call, request.body, async () => {
      const id = randomUUID();
      await tx.execute('INSERT INTO notes (id, business_id, text) VALUES ($1, $2, $3)', [
        id,
        tx.scope.businessId,
        String(request.idempotencyKey),
      ]);
      await options.before?.();
      if (options.fail) {
        throw new Error('the effect failed');
      }
      return { id };
    }),
  );
}

async function rows(key: string): Promise<number> {
  const found = await fixture.uow.run(business, (tx) => tx.query('SELECT 1 FROM notes WHERE text = $1', [key]));
  return found.length;
}

describe('Idempotency', () => {
  it('gives the first answer again and does not repeat the effect', async () => {
    const request = call();
    const first = await create(request);
    expect(await create(request)).toEqual(first);
    expect(await rows(String(request.idempotencyKey))).toBe(1);
  });

  it('refuses the same key with another body', async () => {
    const request = call();
    await create(request);
    await expect(create({ ...request, body: { n: 2 } })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('returns the first answer before any work is begun', async () => {
    const earlier = (of: Call) => fixture.uow.run(business, (tx) => idempotency.earlier(tx, of, of.call, of.body));
    const request = call();
    expect(await earlier(request)).toBeNull();
    const first = await create(request);
    expect(await earlier(request)).toEqual({ answer: first });
    expect(await earlier({ ...request, userId: randomUUID() })).toBeNull();
    expect(await earlier({ ...request, idempotencyKey: null })).toBeNull();
    await expect(earlier({ ...request, body: { n: 2 } })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('keeps persons and calls apart', async () => {
    const request = call();
    await create(request);
    await create({ ...request, userId: randomUUID() });
    await create({ ...request, call: 'note.other' });
    expect(await rows(String(request.idempotencyKey))).toBe(3);
  });

  it('keeps businesses apart: the same key and body in another one is another effect', async () => {
    const request = call();
    const other = Scope.business(randomUUID());
    const first = await create(request);
    const second = await create(request, { scope: other });
    expect(second.id).not.toBe(first.id);
    expect(await create(request)).toEqual(first);
    expect(await create(request, { scope: other })).toEqual(second);
    await expect(create({ ...request, body: { n: 2 } }, { scope: other })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  it('keeps calls above businesses apart from those in one', async () => {
    const request = call();
    const run = (scope: Scope): Promise<string> =>
      fixture.uow.run(scope, (tx) =>
        idempotency.run(tx, request, 'business.create', {}, () => Promise.resolve(scope.kind)),
      );
    expect([await run(Scope.global()), await run(business), await run(Scope.global())]).toEqual([
      'global',
      'business',
      'global',
    ]);
  });

  it('gives the answer that a pod of the version before has stored', async () => {
    const request = call();
    await fixture.uow.run(business, (tx) =>
      tx.execute('INSERT INTO idempotency (user_id, call, key, body_hash, answer) VALUES ($1, $2, $3, $4, $5)', [
        request.userId,
        request.call,
        request.idempotencyKey,
        bodyHash(request.body),
        { id: 'from before' },
      ]),
    );
    expect(await create(request)).toEqual({ id: 'from before' });
    expect(await rows(String(request.idempotencyKey))).toBe(0);
  });

  it('answers conflict while the first still runs, then its answer', async () => {
    const request = call();
    let finish: () => void;
    let begun: () => void;
    const hold = new Promise<void>((resolve) => (finish = resolve));
    const isRunning = new Promise<void>((resolve) => (begun = resolve));
    const first = create(request, {
      before: () => {
        begun();
        return hold;
      },
    });
    await isRunning;
    await expect(create(request)).rejects.toMatchObject({ code: 'conflict' });
    finish!();
    const answer = await first;
    expect(await create(request)).toEqual(answer);
  });

  it('has one effect for twenty requests at once', async () => {
    const request = call();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => create(request)));
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
    expect(new Set(answers).size).toBe(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'conflict' });
      }
    }
    expect(await rows(String(request.idempotencyKey))).toBe(1);
  });

  it('forgets a key whose effect failed, so that a retry may succeed', async () => {
    const request = call();
    await expect(create(request, { fail: true })).rejects.toThrow('the effect failed');
    await create(request);
    expect(await rows(String(request.idempotencyKey))).toBe(1);
  });

  it('runs the effect each time without a key', async () => {
    const text = randomUUID();
    const effect = (): Promise<string> =>
      fixture.uow.run(business, (tx) =>
        idempotency.run(tx, call({ idempotencyKey: null }), 'note.create', {}, () => Promise.resolve(text)),
      );
    expect([await effect(), await effect()]).toEqual([text, text]);
  });

  it('keeps a key for a day, then takes it as new, and cleans up', async () => {
    const request = call();
    const first = await create(request);
    const age = (hours: number): Promise<number> =>
      fixture.uow.run(business, (tx) =>
        tx.execute('UPDATE idempotency_keys SET created_at = now() - make_interval(hours => $2) WHERE key = $1', [
          request.idempotencyKey,
          hours,
        ]),
      );
    await age(23);
    expect(await create(request)).toEqual(first);
    await age(25);
    expect((await create({ ...request, body: 'other' })).id).not.toBe(first.id);
    await age(25);
    await fixture.uow.run(Scope.system('test'), (tx) => idempotency.cleanUp(tx));
    const left = await fixture.uow.run(business, (tx) =>
      tx.query('SELECT 1 FROM idempotency_keys WHERE key = $1', [request.idempotencyKey]),
    );
    expect(left).toEqual([]);
  });
});
