import type { mediaRpc, ParsedInputOf } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { ListOrder, ListPage } from '@postloom/persistence';

type Query = ParsedInputOf<typeof mediaRpc.photoList>;
type Sort = NonNullable<Query['sort']>;

/** Sort keys are a fixed list: no client input reaches SQL as text. */
const orders: Readonly<Record<Sort, ListOrder>> = {
  newest: { name: 'newest photos', sort: 'p.created_at', type: 'timestamptz', id: 'p.id', direction: 'DESC' },
  oldest: { name: 'oldest photos', sort: 'p.created_at', type: 'timestamptz', id: 'p.id', direction: 'ASC' },
  name: { name: 'photos by name', sort: 'p.name_key', type: 'text', id: 'p.id', direction: 'ASC' },
  size: { name: 'photos by size', sort: 'p.file_size', type: 'bigint', id: 'p.id', direction: 'DESC' },
};

/**
 * WHERE of a library list as parameterised SQL, and its page.
 * @throws AppError validation_failed for a cursor that is forged or belongs to another sort order
 */
export function listQuery(
  businessId: string,
  query: Query,
): { readonly where: string; readonly parameters: readonly unknown[]; readonly page: ListPage } {
  const parameters: unknown[] = [businessId];
  const add = (value: unknown): string => `$${parameters.push(value)}`;
  const where = ['p.business_id = $1'];
  if (query.ids !== undefined) {
    where.push(`p.id = ANY (${add(query.ids)}::uuid[])`);
  }
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
    // To readers, an album that is being emptied no longer exists.
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
  return { where: where.join(' AND '), parameters, page: listPage(orders[query.sort ?? 'newest'], query, parameters) };
}
