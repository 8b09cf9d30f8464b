import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { KeyRing, openFor } from '../../../libs/persistence/src/envelope.ts';
import { boundTo } from '../../../services/social-publisher/src/vault/binding.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { loadSecrets } from '../../local/src/stack/state.ts';

/** Platforms whose calls are written down below. */
export const PLAIN_PLATFORMS = ['instagram', 'facebook', 'twitter'] as const;
type PlainPlatform = (typeof PLAIN_PLATFORMS)[number];

/** An account with its token, as a plain program without the product would have it. */
export interface PlainAccount {
  readonly platform: PlainPlatform;
  readonly remoteId: string;
  readonly token: string;
}

/** The accounts of a stack, read past the product from its vault with its own keys. */
export async function plainAccounts(databaseUrl: string, dataDir: string): Promise<PlainAccount[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{
      account_id: string;
      business_id: string;
      platform: PlainPlatform;
      remote_id: string;
      kid: string;
      wrapped_key: Buffer;
      ciphertext: Buffer;
    }>(
      `SELECT s.account_id, s.business_id, s.platform, a.remote_id, s.kid, s.wrapped_key, s.ciphertext
       FROM publisher.account_secrets s JOIN publisher.accounts a ON a.id = s.account_id WHERE s.platform = ANY ($1)`,
      [PLAIN_PLATFORMS],
    );
    const ring = KeyRing.parse(loadSecrets(dataDir).vaultKeys);
    return rows.map((row) => {
      const binding = { businessId: row.business_id, platform: row.platform, origin: null, subjectId: row.account_id };
      const opened = openFor(ring, boundTo(binding), {
        kid: row.kid,
        wrappedKey: row.wrapped_key,
        ciphertext: row.ciphertext,
      });
      const { accessToken } = JSON.parse(opened.toString()) as { accessToken: string };
      return { platform: row.platform, remoteId: row.remote_id, token: accessToken };
    });
  } finally {
    await client.end();
  }
}

/** Makes the publisher's calls for one picture post each, and nothing else: no queue, no database, no verification. */
export class PlainClient {
  private readonly sandbox: string;
  private readonly picture: Buffer;
  private readonly pictureUrl: string;
  private readonly server: ReturnType<typeof createServer>;

  private constructor(sandbox: string, picture: Buffer, server: ReturnType<typeof createServer>) {
    this.sandbox = sandbox;
    this.picture = picture;
    this.server = server;
    this.pictureUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/photo.jpg`;
  }

  static async start(sandbox: string): Promise<PlainClient> {
    const picture = await smallPicture(4711);
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length }).end(picture);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PlainClient(sandbox, picture, server);
  }

  stop(): void {
    this.server.close();
  }

  /** Posts `count` posts, `width` accounts at a time, one call after the other within an account. Gives posts per second. */
  async publishAll(accounts: readonly PlainAccount[], count: number, width: number): Promise<number> {
    const started = performance.now();
    const free = [...accounts];
    let next = 0;
    await Promise.all(
      Array.from({ length: Math.min(width, accounts.length) }, async () => {
        while (next < count) {
          next += 1;
          const number = next;
          const account = free.shift();
          if (account === undefined) {
            throw new Error('there are fewer accounts than workers');
          }
          await this.publish(account, `Plain post ${number}`);
          free.push(account);
        }
      }),
    );
    return count / ((performance.now() - started) / 1_000);
  }

  private publish(account: PlainAccount, caption: string): Promise<void> {
    switch (account.platform) {
      case 'instagram':
        return this.instagram(account, caption);
      case 'facebook':
        return this.facebook(account, caption);
      case 'twitter':
        return this.x(account, caption);
    }
  }

  private async instagram({ remoteId, token }: PlainAccount, caption: string): Promise<void> {
    const graph = `${this.sandbox}/instagram/graph/v25.0`;
    const bearer = { authorization: `Bearer ${token}` };
    await call(`${graph}/${remoteId}/content_publishing_limit?fields=quota_usage,config`, { headers: bearer });
    const fields = { image_url: this.pictureUrl, caption };
    const made = await call(`${graph}/${remoteId}/media`, form(fields, bearer));
    await call(`${graph}/${made['id']}?fields=status_code,status`, { headers: bearer });
    const post = await call(`${graph}/${remoteId}/media_publish`, form({ creation_id: made['id'] ?? '' }, bearer));
    await call(`${graph}/${post['id']}?fields=permalink`, { headers: bearer });
  }

  private async facebook({ remoteId, token }: PlainAccount, message: string): Promise<void> {
    const graph = `${this.sandbox}/facebook/graph/v25.0`;
    const bearer = { authorization: `Bearer ${token}` };
    const upload = new FormData();
    upload.set('published', 'false');
    upload.set('source', new Blob([new Uint8Array(this.picture)], { type: 'image/jpeg' }), 'photo.jpg');
    const photo = await call(`${graph}/${remoteId}/photos`, { method: 'POST', body: upload, headers: bearer });
    const attached = JSON.stringify([{ media_fbid: photo['id'] }]);
    const fields = { message, fields: 'id,permalink_url', attached_media: attached };
    await call(`${graph}/${remoteId}/feed`, form(fields, bearer));
  }

  private async x({ token }: PlainAccount, text: string): Promise<void> {
    const bearer = { authorization: `Bearer ${token}` };
    const upload = new FormData();
    upload.set('media_category', 'tweet_image');
    upload.set('media', new Blob([new Uint8Array(this.picture)], { type: 'image/jpeg' }), 'photo.jpg');
    const answer = await call(`${this.sandbox}/x/2/media/upload`, { method: 'POST', body: upload, headers: bearer });
    const { id } = answer['data'] as unknown as { id: string };
    await call(`${this.sandbox}/x/2/tweets`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ text, media: { media_ids: [id] } }),
    });
  }
}

function form(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>): RequestInit {
  return { method: 'POST', headers, body: new URLSearchParams(fields) };
}

async function call(url: string, init: RequestInit): Promise<Record<string, string | undefined>> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`);
  }
  return JSON.parse(text) as Record<string, string>;
}
