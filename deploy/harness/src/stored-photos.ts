import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export interface StoredPhoto {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly status: string;
}

/** What a business has, by the rows and the bucket of a stack on this machine, both read past the product. */
export interface Stored {
  readonly photos: readonly StoredPhoto[];
  readonly used: number;
  readonly reserved: number;
  /** Objects, and uploads in parts, that no row names. */
  readonly ghosts: readonly string[];
  /** Objects that a row names and that are not there. */
  readonly missing: readonly string[];
  /** Of attempts that were given up: they go when no address of them is valid any more, or at the time they are listed for. */
  readonly waiting: number;
}

/** @param databaseUrl of somebody who may read every schema */
export async function storedFor(databaseUrl: string, dataDir: string, businessId: string): Promise<Stored> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const rows = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> =>
      (await client.query<T>(sql, [businessId])).rows;
    const photos = await rows<StoredPhoto>(
      `SELECT id, original_name AS name, sha256, file_size::float8 AS bytes, status FROM media.photos WHERE business_id = $1`,
    );
    const [usage] = await rows<{ used: number; reserved: number }>(
      `SELECT used::float8 AS used, reserved::float8 AS reserved FROM media.usage
       WHERE metric = 'storage' AND payer_id IN (SELECT payer_id FROM media.photos WHERE business_id = $1
                                                 UNION SELECT payer_id FROM media.transfers WHERE business_id = $1)`,
    );
    const named = await rows<{ key: string }>(
      `SELECT r.business_id || '/' || r.id || '/' || o.name AS key FROM media.renditions r
       CROSS JOIN LATERAL (SELECT jsonb_array_elements(r.outputs)->>'name' UNION ALL SELECT 'original') AS o (name)
       WHERE r.business_id = $1::uuid`,
    );
    const underWay = await rows<{ key: string }>(
      `SELECT object_key AS key FROM media.transfers
       WHERE business_id = $1 AND state IN ('open', 'joined') AND expires_at > now()`,
    );
    const listed = await rows<{ key: string }>(
      `SELECT object_key AS key FROM media.object_deletions WHERE split_part(object_key, '/', 1) = $1 AND ready_at > now()`,
    );
    const known = new Set(named.map(({ key }) => key));
    const later = new Set([...underWay, ...listed].map(({ key }) => key));
    const objects = new Set(objectsOf(dataDir, businessId));
    const there = [...objects, ...uploadsInPartsOf(dataDir, businessId)];
    return {
      photos,
      ...(usage ?? { used: 0, reserved: 0 }),
      ghosts: there.filter((key) => !known.has(key) && !later.has(key)),
      missing: [...known].filter((key) => !objects.has(key)),
      waiting: there.filter((key) => later.has(key)).length,
    };
  } finally {
    await client.end();
  }
}

const filesOf = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'objects'), { recursive: true, encoding: 'utf8' });

/** By the folders of the stack's own object store: `.d` marks a folder of a key, `.o` its object. */
function objectsOf(dataDir: string, businessId: string): string[] {
  return filesOf(dataDir)
    .filter((path) => path.endsWith('.o'))
    .map((path) => path.replaceAll(/\.[do](?=\/|$)/g, ''))
    .flatMap((path) => (path.includes(businessId) ? [path.slice(path.indexOf(businessId))] : []));
}

function uploadsInPartsOf(dataDir: string, businessId: string): string[] {
  return filesOf(dataDir)
    .filter((path) => path.endsWith('/upload.json'))
    .map((path) => (JSON.parse(readFileSync(join(dataDir, 'objects', path), 'utf8')) as { key: string }).key)
    .filter((key) => key.startsWith(businessId));
}
