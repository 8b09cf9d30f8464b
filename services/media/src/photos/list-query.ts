import { AppError, Id } from '@postloom/contracts';
import type { mediaRpc, ParsedInputOf } from '@postloom/contracts';

type Query = ParsedInputOf<typeof mediaRpc.photoList>;

interface Order {
  readonly column: string;
  readonly direction: 'ASC' | 'DESC';
  readonly cast: string;
}

/** Sort keys are a fixed list: nothing a client sends reaches SQL as text. */
const orders: Readonly<Record<NonNullable<Query['sort']>, Order>> = {
  newest: { column: 'p.created_at', direction: 'DESC', cast: 'timestamptz' },
  oldest: { column: 'p.created_at', direction: 'ASC', cast: 'timestamptz' },
  name: { column: 'lower(p.original_name)', direction: 'ASC', cast: 'text' },
  size: { column: 'p.file_size', direction: 'DESC', cast: 'bigint' },
};

const MOST = 1_000;

/** WHERE, ORDER and LIMIT of a library list as parameterised SQL. One row more than asked tells that there is a next page. */
export function listQuery(
  businessId: string,
  query: Query,
): { where: string; order: string; limit: number; parameters: unknown[] } {
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
  if (query.used !== undefined) {
    const exists =
      'EXISTS (SELECT FROM photo_uses u WHERE u.business_id = p.business_id AND u.photo_ids @> ARRAY[p.id])';
    where.push(query.used === 'true' ? exists : `NOT ${exists}`);
  }
  const order = orders[query.sort ?? 'newest'];
  if (query.cursor !== undefined) {
    const { value, id } = readCursor(query.cursor);
    const operator = order.direction === 'ASC' ? '>' : '<';
    where.push(`(${order.column}, p.id) ${operator} (${add(value)}::${order.cast}, ${add(id)}::uuid)`);
  }
  return {
    where: where.join(' AND '),
    order: `${order.column} ${order.direction}, p.id ${order.direction}`,
    limit: query.limit === undefined && query.cursor === undefined ? MOST : (query.limit ?? 100) + 1,
    parameters,
  };
}

/** Opaque to the client: the sort value and id of the last row seen. */
export function writeCursor(value: string, id: string): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

function readCursor(cursor: string): { value: string; id: string } {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof value === 'string' && Id.safeParse(id).success) {
      return { value, id: id as string };
    }
  } catch (error) {
    throw new AppError('validation_failed', 'This cursor is not one of ours.', { cause: error });
  }
  throw new AppError('validation_failed', 'This cursor is not one of ours.');
}
