import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { Person } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import { smallPicture } from '../../harness/src/picture.ts';

/** A person with businesses, and the words by which everything of theirs is recognized. */
export interface Account {
  readonly person: Person;
  readonly businessIds: readonly string[];
  readonly userId: string;
  /** Occurs in every text they wrote. */
  readonly canary: string;
}

const PLATFORMS = ['instagram', 'facebook', 'twitter'] as const;
const BUSINESSES = 3;
const COPIERS = 16;

/** A person who has used everything once, in three businesses. */
export async function settleIn(url: string, name: string): Promise<Account> {
  const canary = `canary-${name}-${createHash('sha256').update(`${name} ${Date.now()}`).digest('hex').slice(0, 12)}`;
  const person = await Person.signUp(url, { tier: 'agency', name: `Shop ${canary}` });
  const businessIds = [person.businessId ?? ''];
  while (businessIds.length < BUSINESSES) {
    businessIds.push(await person.createBusiness(`Shop ${businessIds.length} ${canary}`));
  }
  await person.expect(200, 'PUT', '/api/user/settings', {
    body: { defaultCaptionStyle: 'casual', autoGenerateCaptions: true, includeHashtags: true },
  });
  for (const [index, businessId] of businessIds.entries()) {
    await useOnce(person.inBusiness(businessId), canary, index);
  }
  const user = (await person.expect(200, 'GET', '/api/auth/user')) as { id: string };
  return { person, businessIds, userId: user.id, canary };
}

async function useOnce(person: Person, canary: string, index: number): Promise<void> {
  for (const platform of PLATFORMS) {
    await person.connect(platform, `${canary}-${index}`);
  }
  await person.expect(201, 'POST', '/api/albums', { body: { name: `Album ${canary}` } });
  const photo = await person.upload(await smallPicture(index + 1), `${canary}.jpg`);
  await person.photosReady();
  await person.expect(200, 'PUT', `/api/photos/${photo.id}`, { body: { altText: `Alt ${canary}` } });
  await person.expect(200, 'POST', '/api/generate-caption', {
    body: { photoId: photo.id, options: { style: 'casual', includeHashtags: true } },
  });
  await person.expect(201, 'POST', '/api/recurring-schedules', {
    body: {
      ...{ name: `Schedule ${canary}`, frequency: 'weekly', timeOfDay: '09:00' },
      ...{ platforms: ['instagram'], useAllPhotos: true },
    },
  });
  const posts: { readonly id: string }[] = [];
  for (const inSeconds of [3, 3 * 86_400]) {
    posts.push(
      await person.createPost({
        ...{ caption: `Post ${canary}`, platforms: [...PLATFORMS], status: 'scheduled', photoId: photo.id },
        scheduledFor: new Date(Date.now() + inSeconds * 1_000).toISOString(),
      }),
    );
  }
  await eventually(
    'the first post is out',
    async () => (await person.post(posts[0]?.id ?? '')).status === 'published',
    120_000,
    500,
  );
}

/** As many photos and posts as a long-standing customer has: rows and objects copied, too many to come in one by one. */
export async function enlarge(
  databaseUrl: string,
  dataDir: string,
  { businessIds }: Account,
  { photos, posts }: { readonly photos: number; readonly posts: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica'); // rows come table by table, references later
    await client.query(`CREATE OR REPLACE FUNCTION pg_temp.copied(id uuid, n int) RETURNS uuid IMMUTABLE LANGUAGE sql
      AS $$ SELECT md5(id || ' copy ' || n)::uuid $$`);
    for (const businessId of businessIds) {
      const ofEach = Math.ceil(photos / businessIds.length);
      await copyRows(client, 'media.photos', businessId, ofEach, { id: 'id', upload_id: 'text' });
      await copyRows(client, 'media.renditions', businessId, ofEach, { id: 'id' });
      await copyRows(client, 'scheduling.photo_refs', businessId, ofEach, { photo_id: 'id' });
      // Each business has two posts of its own.
      const ofPosts = Math.ceil(posts / businessIds.length / 2);
      await copyRows(client, 'scheduling.posts', businessId, ofPosts, { id: 'id' });
      await copyRows(client, 'scheduling.post_targets', businessId, ofPosts, { id: 'id', post_id: 'id' });
      await copyRows(client, 'scheduling.photo_uses', businessId, ofPosts, { post_id: 'id' });
      await copyRows(client, 'publisher.publish_jobs', businessId, ofPosts, {
        ...{ id: 'id', target_id: 'id', post_id: 'id', remote_id: 'text' },
      });
    }
    await client.query('COMMIT');
    for (const businessId of businessIds) {
      const { rows } = await client.query<{ id: string }>('SELECT id FROM media.photos WHERE business_id = $1', [
        businessId,
      ]);
      await copyObjects(
        dataDir,
        businessId,
        rows.map(({ id }) => id),
      );
    }
  } finally {
    await client.end();
  }
}

/** `count` copies of a business's rows; the named columns are made new, ids the same way in every table. */
async function copyRows(
  client: pg.Client,
  table: string,
  businessId: string,
  count: number,
  renewed: Readonly<Record<string, 'id' | 'text'>>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(column_name) AS name FROM information_schema.columns
    WHERE table_schema || '.' || table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  const values = rows.map(({ name }) => {
    const kind = renewed[name];
    return kind === undefined ? name : kind === 'id' ? `pg_temp.copied(${name}, n)` : `${name} || ' copy ' || n`;
  });
  await client.query(
    `INSERT INTO ${table} (${rows.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')}
    FROM ${table} CROSS JOIN generate_series(1, $2) AS n WHERE business_id = $1`,
    [businessId, count],
  );
}

/** The files of the only photo that has objects, under the ids of all others. */
async function copyObjects(dataDir: string, businessId: string, photoIds: readonly string[]): Promise<void> {
  const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(businessId));
  const original = photoIds.find((id) => files.some((path) => path.includes(id)));
  if (original === undefined) {
    throw new Error('No photo of this business has objects.');
  }
  const own = files.filter((path) => path.includes(original));
  await inParallel(
    photoIds.filter((id) => id !== original),
    COPIERS,
    async (id) => {
      for (const path of own) {
        const target = path.replaceAll(original, id);
        await mkdir(dirname(target), { recursive: true });
        await copyFile(path, target);
      }
    },
  );
}
