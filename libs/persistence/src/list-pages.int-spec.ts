import { randomUUID } from 'node:crypto';
import { AppError, rowsOf } from '@postloom/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listPage, LONGEST_ARRAY, TruncatedList } from './list-pages.ts';
import type { List, ListOrder, PageQuery } from './list-pages.ts';
import { Scope } from './scope.ts';
import { openFixture } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';

const orders: Readonly<Record<string, ListOrder>> = {
  text: { name: 'by text', sort: 'text', type: 'text', id: 'id', direction: 'ASC' },
  bigint: { name: 'by number', sort: 'n', type: 'bigint', id: 'id', direction: 'DESC' },
  timestamptz: {
    name: 'by time',
    sort: `(timestamptz '2026-01-01' + n * interval '1 microsecond')`,
    type: 'timestamptz',
    id: 'id',
    direction: 'DESC',
  },
};

describe('a list in pages', () => {
  let fixture: Fixture;
  let businessId: string;
  beforeAll(async () => {
    fixture = await openFixture();
  });
  beforeEach(() => {
    businessId = randomUUID();
  });
  afterAll(() => fixture.close());

  const add = (count: number): Promise<unknown> =>
    fixture.uow.run(Scope.business(businessId), (tx) =>
      tx.execute(
        `INSERT INTO notes (id, business_id, text, n)
          SELECT gen_random_uuid(), $1, 'note ' || g % 7, g % 5 FROM generate_series(1, $2) AS g`,
        [businessId, count],
      ),
    );
  const read = (order: ListOrder, query: PageQuery): Promise<List<string>> =>
    fixture.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const page = listPage(order, query, [businessId]);
        const rows = await tx.query<{ id: string; position: string }>(
          `SELECT id, ${page.position} AS position FROM notes
            WHERE business_id = $1 ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
          page.parameters,
        );
        return page.answer(
          rows,
          ({ id }) => id,
          async () => {
            const [row] = await tx.query<{ total: number }>(
              'SELECT count(*)::int AS total FROM notes WHERE business_id = $1',
              [businessId],
            );
            return row?.total ?? 0;
          },
        );
      },
      { readOnly: true },
    );
  const pageOf = async (order: ListOrder, query: PageQuery) => {
    const list = await read(order, query);
    if (Array.isArray(list)) {
      throw new Error('a page was expected');
    }
    return list;
  };

  it.each(Object.entries(orders))(
    'goes through all rows once, many of them with one sort value: %s',
    async (_, order) => {
      await add(23);
      const whole = rowsOf(await read(order, {}));
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await pageOf(order, { limit: 4, cursor });
        expect(page.total).toBe(23);
        seen.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(whole);
      expect(new Set(seen).size).toBe(23);
    },
  );

  it('has no next page after the last row, and an empty page for an empty list', async () => {
    expect(await pageOf(orders['text']!, { limit: 5 })).toEqual({ data: [], nextCursor: null, total: 0 });
    await add(5);
    expect((await pageOf(orders['text']!, { limit: 5 })).nextCursor).toBeNull();
    expect((await pageOf(orders['text']!, { limit: 4 })).nextCursor).not.toBeNull();
  });

  it('is a plain array without limit and cursor, and one that is cut says so', async () => {
    await add(LONGEST_ARRAY);
    const whole = await read(orders['bigint']!, {});
    expect(rowsOf(whole)).toHaveLength(LONGEST_ARRAY);
    expect(whole).not.toBeInstanceOf(TruncatedList);
    await add(1);
    const cut = await read(orders['bigint']!, {});
    expect(rowsOf(cut)).toHaveLength(LONGEST_ARRAY);
    expect(cut).toBeInstanceOf(TruncatedList);
    expect(JSON.stringify(cut)).toMatch(/^\["/);
  });

  it.each([
    ['nonsense', 'x'],
    ['JSON that is no cursor', encode({ a: 1 })],
    ['one of another list', encode(['by text', '2026-01-01 00:00:00', randomUUID()])],
    ['a moment that does not exist', encode(['by time', '2026-02-30 00:00:00', randomUUID()])],
    ['a sort value that is none', encode(['by time', `'; DROP TABLE notes; --`, randomUUID()])],
    ['an id that is none', encode(['by time', '2026-01-01 00:00:00', 'x'])],
  ])('refuses %s as a cursor', async (_what, cursor) => {
    const refused = await read(orders['timestamptz']!, { cursor }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'validation_failed', details: [{ path: 'cursor' }] });
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
