/**
 * The plain alternative the product is measured against: one Fastify process, one pg pool, no queue, no other service,
 * no row-level security. It answers the same three calls from the same data, checking the same session cookie.
 */
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = Fastify({ logger: false });

interface Session {
  readonly userId: string;
  readonly businessId: string;
}

/** As the product does on every request: who is it, and is the asked business theirs? */
async function session(cookie: string | undefined, asked: unknown): Promise<Session | null> {
  const token = cookie?.split('=')[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await pool.query<Session>({
    name: 'session',
    text: `SELECT s.user_id AS "userId", m.business_id AS "businessId" FROM identity.sessions s
      JOIN identity.users u ON u.id = s.user_id JOIN identity.subscriptions p ON p.payer_id = u.id
      JOIN identity.memberships m ON m.user_id = u.id AND m.business_id = coalesce($2::uuid, u.active_business_id)
      JOIN identity.businesses b ON b.id = m.business_id
      WHERE s.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > now()`,
    values: [hash, asked ?? null],
  });
  return rows[0] ?? null;
}

interface PostRow {
  readonly id: string;
  readonly caption: string;
  readonly status: string;
  readonly due_at: Date | null;
  readonly photo_ids: string[];
  readonly source: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
  readonly caption_by_platform: Record<string, string> | null;
}

interface TargetRow {
  readonly post_id: string;
  readonly platform: string;
  readonly account_id: string | null;
  readonly state: string;
  readonly permalink: string | null;
  readonly attempts: number;
  readonly published_at: Date | null;
}

const toPost = (post: PostRow, targets: readonly TargetRow[]): object => ({
  id: post.id,
  caption: post.caption,
  captionByPlatform: post.caption_by_platform,
  platforms: targets.map(({ platform }) => platform),
  status: post.status,
  scheduledFor: post.due_at?.toISOString() ?? null,
  photoId: post.photo_ids[0] ?? null,
  photoIds: post.photo_ids,
  targets: targets.map((target) => ({
    platform: target.platform,
    accountId: target.account_id,
    status: target.state,
    permalink: target.permalink,
    error: null,
    attempts: target.attempts,
    publishedAt: target.published_at?.toISOString() ?? null,
  })),
  source: post.source,
  createdAt: post.created_at.toISOString(),
  updatedAt: post.updated_at.toISOString(),
  version: post.version,
});

app.get<{ Querystring: { from: string; to: string } }>('/api/calendar', async (request, reply) => {
  const who = await session(request.headers.cookie, request.headers['x-business-id']);
  if (!who) {
    return reply.status(401).send({ error: 'unauthorized' });
  }
  const { rows: posts } = await pool.query<PostRow>({
    name: 'month',
    text: `SELECT p.id, p.caption, p.status, p.due_at, p.photo_ids, p.source, p.created_at, p.updated_at, p.version, p.caption_by_platform
      FROM scheduling.posts p JOIN scheduling.business_refs b ON b.business_id = p.business_id
      WHERE p.business_id = $1 AND p.due_at >= $2::timestamp AT TIME ZONE b.time_zone
        AND p.due_at < ($3::date + 1)::timestamp AT TIME ZONE b.time_zone ORDER BY p.due_at, p.id`,
    values: [who.businessId, request.query.from, request.query.to],
  });
  const { rows: targets } = await pool.query<TargetRow>({
    name: 'targets',
    text: `SELECT post_id, platform, account_id, state, permalink, attempts, published_at FROM scheduling.post_targets
      WHERE post_id = ANY ($1) ORDER BY post_id, position`,
    values: [posts.map(({ id }) => id)],
  });
  const byPost = Map.groupBy(targets, ({ post_id }) => post_id);
  return { timeZone: 'Europe/Berlin', posts: posts.map((post) => toPost(post, byPost.get(post.id) ?? [])) };
});

app.get('/api/social-accounts', async (request, reply) => {
  const who = await session(request.headers.cookie, request.headers['x-business-id']);
  if (!who) {
    return reply.status(401).send({ error: 'unauthorized' });
  }
  const { rows } = await pool.query({
    name: 'accounts',
    text: `SELECT id, platform, name AS "accountName", remote_id AS "accountId", avatar_url AS "avatarUrl", state AS status,
        connected_at AS "connectedAt", token_expires_at AS "expiresAt"
      FROM publisher.accounts WHERE business_id = $1 AND state <> 'removed' ORDER BY platform`,
    values: [who.businessId],
  });
  return rows;
});

interface DraftBody {
  readonly caption: string;
  readonly platforms: readonly string[];
  readonly photoId: string;
}

/** Counts the post, writes post, targets and history: the same rows as the product, in tables of its own. */
app.post<{ Body: DraftBody }>('/api/posts', async (request, reply) => {
  const who = await session(request.headers.cookie, request.headers['x-business-id']);
  if (!who) {
    return reply.status(401).send({ error: 'unauthorized' });
  }
  const { caption, platforms, photoId } = request.body;
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({
      name: 'count',
      text: 'UPDATE bench.usage SET used = used + 1 WHERE payer_id = $1',
      values: [who.userId],
    });
    const { rows } = await client.query<PostRow>({
      name: 'post',
      text: `INSERT INTO bench.posts (id, business_id, payer_id, author_id, caption, photo_ids, status) VALUES ($1, $2, $3, $3, $4, $5, 'draft') RETURNING *`,
      values: [id, who.businessId, who.userId, caption, [photoId]],
    });
    await client.query({
      name: 'targets-insert',
      text: `INSERT INTO bench.post_targets (id, business_id, post_id, position, platform, state)
        SELECT gen_random_uuid(), $2, $1, n, platform, 'draft' FROM unnest($3::text[]) WITH ORDINALITY AS t (platform, n)`,
      values: [id, who.businessId, platforms],
    });
    await client.query({
      name: 'history',
      text: `INSERT INTO bench.post_history (id, business_id, post_id, at, actor, user_id, what) VALUES (gen_random_uuid(), $2, $1, now(), 'person', $3, 'Draft saved')`,
      values: [id, who.businessId, who.userId],
    });
    await client.query('COMMIT');
    const [post] = rows;
    const targets = platforms.map((platform) => ({
      post_id: id,
      platform,
      account_id: null,
      state: 'pending',
      permalink: null,
      attempts: 0,
      published_at: null,
    }));
    return await reply.status(201).send(post && toPost(post, targets));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
});

// A hook of Fastify's, which runs once: the signal comes twice when the whole process group gets it too.
app.addHook('onClose', () => pool.end());
const port = Number(process.env['PORT'] ?? 0);
await app.listen({ port, host: '127.0.0.1' });
pool.on('error', () => undefined); // the database stops before this server does
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
console.log(`baseline ready on ${port}`);
