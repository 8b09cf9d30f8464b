import { AppError, Id } from '@postloom/contracts';

/** Maximum rows of a list requested without `limit` and `cursor`. */
export const LONGEST_ARRAY = 1_000;
/** Rows of a page whose `limit` was left out. */
const USUAL_PAGE = 100;

export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** How a list is sorted; rows with equal values by `id`, in the same direction. Written by developers, never by users. */
export interface ListOrder {
  /** Names the order inside cursors, so that one list's cursor is refused by another. */
  readonly name: string;
  /** SQL expression of the sort value; never null. */
  readonly sort: string;
  readonly type: keyof typeof types;
  /** SQL of the row's uuid. */
  readonly id: string;
  readonly direction: 'ASC' | 'DESC';
}

/** How a sort value is written as text without losing precision, and which texts the database can read back. */
const types = {
  timestamptz: {
    text: (sort: string) => `(${sort} AT TIME ZONE 'UTC')::text`,
    value: (place: string) => `(${place}::timestamp AT TIME ZONE 'UTC')`,
    isValue: isTimestamp,
  },
  text: {
    text: (sort: string) => sort,
    value: (place: string) => `${place}::text`,
    isValue: (text: string) => !text.includes('\0'),
  },
  bigint: {
    text: (sort: string) => `(${sort})::text`,
    value: (place: string) => `${place}::bigint`,
    isValue: (text: string) => /^\d{1,18}$/.test(text),
  },
} as const;

/** `position`: the sort value as the cursor holds it. */
export interface PositionedRow {
  readonly id: string;
  readonly position: string;
}

/** One row more than is shown is read: it says whether there is another page. */
export interface ListPage {
  /** A condition that starts with AND, or nothing. */
  readonly after: string;
  /** For ORDER BY. */
  readonly order: string;
  /** SELECT item of the sort value, as the cursor holds it. */
  readonly position: string;
  /** For LIMIT. */
  readonly limit: number;
  /** A page was asked for, not a plain array. */
  readonly isPage: boolean;
  /** The cursor of what follows this row. */
  readonly cursorAfter: (row: PositionedRow) => string;
  /** Parameters of the query, those of `after` added. */
  readonly parameters: readonly unknown[];
  /** `found` are the rows in order, `total` counts the whole list and is called only for a page. */
  answer<R extends PositionedRow, T>(
    found: readonly R[],
    show: (row: R) => T,
    total: () => Promise<number>,
  ): Promise<List<T>>;
}

/** A plain array of at most `LONGEST_ARRAY`, or a page. */
export type List<T> = T[] | { data: T[]; nextCursor: string | null; total: number };

/** A plain array that is shorter than its list; the answer says so. */
export class TruncatedList<T> extends Array<T> {}

/**
 * A page of a list by keyset: inserting or deleting a row shifts no other, and page 1,000 costs what page 1 does.
 *
 * @param parameters of the rest of the query; placeholders of the page follow them
 * @throws AppError validation_failed for a cursor that is forged, or of another list or order
 */
export function listPage(order: ListOrder, query: PageQuery, parameters: readonly unknown[]): ListPage {
  const { limit, cursor } = query;
  const isPage = limit !== undefined || cursor !== undefined;
  const shown = isPage ? (limit ?? USUAL_PAGE) : LONGEST_ARRAY;
  const all = [...parameters];
  const type = types[order.type];
  let after = '';
  if (cursor !== undefined) {
    const { value, id } = readCursor(order, cursor);
    const operator = order.direction === 'ASC' ? '>' : '<';
    const places = [`$${all.push(value)}`, `$${all.push(id)}`] as const;
    after = `AND (${order.sort}, ${order.id}) ${operator} (${type.value(places[0])}, ${places[1]}::uuid)`;
  }
  return {
    after,
    order: `${order.sort} ${order.direction}, ${order.id} ${order.direction}`,
    position: type.text(order.sort),
    limit: shown + 1,
    isPage,
    cursorAfter: (row) => writeCursor(order, row),
    parameters: all,
    answer: async (found, show, total) => {
      const rows = found.slice(0, shown);
      const hasMore = found.length > shown;
      const data = rows.map(show);
      if (!isPage) {
        return hasMore ? TruncatedList.from(data) : data;
      }
      const last = rows.at(-1);
      const nextCursor = hasMore && last !== undefined ? writeCursor(order, last) : null;
      return { data, nextCursor, total: await total() };
    },
  };
}

/** An empty list in the requested shape. */
export function emptyList<T>({ limit, cursor }: PageQuery): List<T> {
  return limit === undefined && cursor === undefined ? [] : { data: [], nextCursor: null, total: 0 };
}

/** Opaque to the client: the order, and the sort value and id of the last row that was shown. */
function writeCursor(order: ListOrder, row: PositionedRow): string {
  return Buffer.from(JSON.stringify([order.name, row.position, row.id])).toString('base64url');
}

function readCursor(order: ListOrder, cursor: string): { value: string; id: string } {
  const [name, value, id] = decode(cursor);
  if (
    name !== order.name ||
    typeof value !== 'string' ||
    !types[order.type].isValue(value) ||
    !Id.safeParse(id).success
  ) {
    throw new AppError('validation_failed', notOurs, { details: [{ path: 'cursor', message: notOurs }] });
  }
  return { value, id: id as string };
}

const notOurs = 'This is not a cursor of this list.';

function decode(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // no JSON: nobody's cursor
  }
}

/** `2026-11-20 10:00:00.123456`, a moment that exists. */
function isTimestamp(text: string): boolean {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?$/.exec(text) ?? [];
  const moment = new Date(`${date ?? ''}T${time ?? ''}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${date}T${time}`);
}
