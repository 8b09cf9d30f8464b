import { AppError, Id } from '@postloom/contracts';
import type { mediaRpc, ParsedInputOf } from '@postloom/contracts';

type Query = ParsedInputOf<typeof mediaRpc.photoList>;

interface Order {
  readonly column: string;
  readonly direction: 'ASC' | 'DESC';
  /** The column's value as text, to the last digit. */
  readonly text: string;
  /** Such a text as a value again. */
  readonly value: (place: string) => string;
  /** Would the database be able to read this text? */
  readonly isValue: (text: string) => boolean;
}

const byTime = {
  column: 'p.created_at',
  text: `(p.created_at AT TIME ZONE 'UTC')::text`,
  value: (place: string) => `(${place}::timestamp AT TIME ZONE 'UTC')`,
  isValue: isTimestamp,
};

/** Sort keys are a fixed list: nothing a client sends reaches SQL as text. */
const orders: Readonly<Record<NonNullable<Query['sort']>, Order>> = {
  newest: { ...byTime, direction: 'DESC' },
  oldest: { ...byTime, direction: 'ASC' },
  name: {
    column: 'p.name_key',
    direction: 'ASC',
    text: 'p.name_key',
    value: (place) => `${place}::text`,
    isValue: (text) => !text.includes('\0'),
  },
  size: {
    column: 'p.file_size',
    direction: 'DESC',
    text: 'p.file_size::text',
    value: (place) => `${place}::bigint`,
    isValue: (text) => /^\d{1,18}$/.test(text),
  },
};

/** `2026-11-20 10:00:00.123456`, a moment that exists. */
function isTimestamp(text: string): boolean {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?$/.exec(text) ?? [];
  const moment = new Date(`${date ?? ''}T${time ?? ''}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${date}T${time}`);
}

const MOST = 1_000;

/** WHERE, ORDER and LIMIT of a library list as parameterised SQL. One row more than asked tells that there is a next page. */
export function listQuery(
  businessId: string,
  query: Query,
): { where: string; sortText: string; order: string; limit: number; parameters: unknown[] } {
  const parameters: unknown[] = [businessId];
  const add = (value: unknown): string => `$${parameters.push(value)}`;
  const where = ['p.business_id = $1'];
  if (query.search !== undefined && query.search.trim() !== '') {
    const pattern = `%${query.search.trim().replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
    const place = add(pattern);
    where.push(`(p.original_name ILIKE ${place} OR p.alt_text ILIKE ${place})`);
  }
  if (query.from !== undefined) {
    where.push(`p.created_at >= ${add(query.from)}::date`);
  }
  if (query.to !== undefined) {
    where.push(`p.created_at < ${add(query.to)}::date + 1`);
  }
  if (query.orientation !== undefined) {
    where.push(
      { landscape: 'p.width > p.height', portrait: 'p.width < p.height', square: 'p.width = p.height' }[
        query.orientation
      ],
    );
  }
  if (query.type !== undefined) {
    where.push(`p.mime_type = ${add(query.type)}`);
  }
  if (query.albumId === 'none') {
    // An album that is being emptied is gone for whoever looks.
    where.push(`NOT EXISTS (SELECT FROM albums a WHERE a.id = p.album_id AND a.closing_at IS NULL)`);
  } else if (query.albumId !== undefined) {
    const place = add(query.albumId);
    where.push(
      `p.album_id = ${place} AND EXISTS (SELECT FROM albums a WHERE a.id = ${place} AND a.closing_at IS NULL)`,
    );
  }
  if (query.used !== undefined) {
    const exists = 'EXISTS (SELECT FROM photo_posts u WHERE u.business_id = p.business_id AND u.photo_id = p.id)';
    where.push(query.used === 'true' ? exists : `NOT ${exists}`);
  }
  const order = orders[query.sort ?? 'newest'];
  if (query.cursor !== undefined) {
    const { value, id } = readCursor(query.cursor, query.sort);
    const operator = order.direction === 'ASC' ? '>' : '<';
    where.push(`(${order.column}, p.id) ${operator} (${order.value(add(value))}, ${add(id)}::uuid)`);
  }
  return {
    where: where.join(' AND '),
    sortText: order.text,
    order: `${order.column} ${order.direction}, p.id ${order.direction}`,
    limit: query.limit === undefined && query.cursor === undefined ? MOST : (query.limit ?? 100) + 1,
    parameters,
  };
}

/** Opaque to the client: how the list is sorted, and the sort value and id of the last row seen. */
export function writeCursor(sort: Query['sort'], value: string, id: string): string {
  return Buffer.from(JSON.stringify([sort ?? 'newest', value, id])).toString('base64url');
}

/** @throws AppError validation_failed for a cursor that is forged or of a list sorted in another way */
function readCursor(cursor: string, sort: Query['sort'] = 'newest'): { value: string; id: string } {
  const [usedSort, value, id] = decodeCursor(cursor);
  if (usedSort !== sort || typeof value !== 'string' || !orders[sort].isValue(value) || !Id.safeParse(id).success) {
    throw new AppError('validation_failed', 'This cursor is not one of ours.');
  }
  return { value, id: id as string };
}

function decodeCursor(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch (error) {
    throw new AppError('validation_failed', 'This cursor is not one of ours.', { cause: error });
  }
}
