import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Harness, picture, redirectUri } from '../../testing/harness.ts';
import type { Answer } from '../../testing/harness.ts';

const h = new Harness();

beforeAll(() => h.start());
afterAll(() => h.stop());

async function upload(token: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.set('media', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg');
  form.set('media_category', 'tweet_image');
  const answer = await h.call('POST', '/x/2/media/upload', { token, form });
  return String((answer.body['data'] as Answer)['id']);
}

describe('X: OAuth and publishing', () => {
  it('walks from the authorize page to a post with a picture', async () => {
    const { token, id, username } = await h.x();
    expect(username).toBe('marlowbakes');
    const media = await upload(token, await picture({ blue: 200 }));
    await h.call('POST', '/x/2/media/metadata', {
      token,
      json: { id: media, metadata: { alt_text: { text: 'A blue loaf' } } },
    });
    const started = new Date(Date.now() - 60_000).toISOString();
    const text = 'Fresh at https://example.com/bread today';
    const created = await h.call('POST', '/x/2/tweets', { token, json: { text, media: { media_ids: [media] } } });
    expect(created.status).toBe(201);
    expect(Number(created.headers.get('x-rate-limit-remaining'))).toBe(99);
    const remote = String((created.body['data'] as Answer)['id']);
    const [row] = await h.publications(`?platform=x&account=${id}`);
    expect(row).toMatchObject({ platform: 'twitter', remoteId: remote, text, kind: 'photo' });
    expect((await h.call('GET', `/x/${username}/status/${remote}`)).text).toContain('Fresh at');

    const timeline = await h.call(
      'GET',
      `/x/2/users/${id}/tweets?max_results=10&start_time=${started}&tweet.fields=created_at,text,entities`,
      { token },
    );
    const [found] = timeline.body['data'] as {
      id: string;
      text: string;
      entities: { urls: { url: string; expanded_url: string }[] };
    }[];
    expect(found?.id).toBe(remote);
    expect(found?.text).toMatch(/^Fresh at https:\/\/t\.co\/\w+ today https:\/\/t\.co\/\w+$/);
    expect(found?.entities.urls[0]?.expanded_url).toBe('https://example.com/bread');

    expect((await h.call('DELETE', `/x/2/tweets/${remote}`, { token })).body).toEqual({ data: { deleted: true } });
    expect((await h.call('GET', `/x/2/users/${id}/tweets`, { token })).body).toEqual({ meta: { result_count: 0 } });
  });

  it('checks the verifier, the client and the single use of the code', async () => {
    const one = await h.xCode();
    expect(one.state).toBe('s-1');
    const base = { grant_type: 'authorization_code', redirect_uri: redirectUri };
    const wrong = await h.xToken({ ...base, code: one.code, code_verifier: 'x'.repeat(43) });
    expect([wrong.status, wrong.body['error']]).toEqual([400, 'invalid_request']);

    const two = await h.xCode();
    const good = { ...base, code: two.code, code_verifier: two.verifier };
    expect((await h.xToken(good, '')).body).toEqual({
      error: 'unauthorized_client',
      error_description: 'Missing valid authorization header',
    });
    const bad = `Basic ${Buffer.from('sandbox-x-client:wrong').toString('base64')}`;
    expect((await h.xToken(good, bad)).status).toBe(401);
    expect((await h.xToken({ ...good, redirect_uri: 'http://localhost:3000/other' })).status).toBe(400);
    expect((await h.xToken(good)).status).toBe(200);
    expect((await h.xToken(good)).body['error_description']).toBe(
      'Value passed for the authorization code was invalid.',
    );

    const late = await h.xCode();
    await h.call('PUT', '/sandbox/settings', { json: { clockOffsetSeconds: 31 } });
    expect((await h.xToken({ ...base, code: late.code, code_verifier: late.verifier })).status).toBe(400);
    await h.call('PUT', '/sandbox/settings', { json: { clockOffsetSeconds: 0 } });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'sandbox-x-client',
      redirect_uri: redirectUri,
      scope: 'tweet.read',
      state: 'a',
    });
    expect((await h.call('GET', `/x/i/oauth2/authorize?${query.toString()}`)).status).toBe(400);
  });

  it('rotates refresh tokens, and ends the whole grant when a used one comes again', async () => {
    const { refresh } = await h.x();
    const fine = await h.xToken({ grant_type: 'refresh_token', refresh_token: (await h.x()).refresh });
    const access = String(fine.body['access_token']);
    expect((await h.call('GET', '/x/2/users/me', { token: access })).status).toBe(200);
    const first = await h.xToken({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(first.status).toBe(200);
    expect(first.body['refresh_token']).not.toBe(refresh);
    const reused = await h.xToken({ grant_type: 'refresh_token', refresh_token: refresh });
    expect([reused.status, reused.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
    ]);
    const next = await h.xToken({ grant_type: 'refresh_token', refresh_token: String(first.body['refresh_token']) });
    expect([next.status, next.body['error']]).toEqual([400, 'invalid_request']);
    const dead = String(first.body['access_token']);
    expect((await h.call('GET', '/x/2/users/me', { token: dead })).status).toBe(401);
    const none = await h.x(undefined, 'tweet.read users.read');
    expect(none.refresh).toBe('undefined');
    expect((await h.call('POST', '/x/2/tweets', { token: none.token, json: { text: 'no' } })).status).toBe(403);
  });

  it('refuses what is too long, identical, or attached to nothing', async () => {
    const { token } = await h.x('Strict Post');
    const tooLong = await h.call('POST', '/x/2/tweets', { token, json: { text: 'a'.repeat(281) } });
    expect([tooLong.status, tooLong.body['title']]).toEqual([400, 'Invalid Request']);
    expect((await h.call('POST', '/x/2/tweets', { token, json: { text: '日'.repeat(141) } })).status).toBe(400);
    const text = `${'a'.repeat(256)} https://example.com/${'b'.repeat(200)}`;
    expect((await h.call('POST', '/x/2/tweets', { token, json: { text } })).status).toBe(201);
    const duplicate = await h.call('POST', '/x/2/tweets', { token, json: { text } });
    expect(duplicate.body).toMatchObject({
      status: 403,
      detail: 'You are not allowed to create a Tweet with duplicate content.',
    });
    expect(duplicate.headers.get('content-type')).toContain('application/problem+json');
    expect(
      (await h.call('POST', '/x/2/tweets', { token, json: { text: 'b', media: { media_ids: ['1'] } } })).status,
    ).toBe(400);
    expect((await h.call('POST', '/x/2/tweets', { token: 'nobody', json: { text: 'b' } })).body).toMatchObject({
      title: 'Unauthorized',
      status: 401,
    });
  });

  it('takes up to four pictures in their order, also without text', async () => {
    const { token, id } = await h.x('Four Square');
    const files = await Promise.all([1, 60, 120, 180, 240].map((green) => picture({ green })));
    const ids: string[] = [];
    for (const bytes of files) {
      ids.push(await upload(token, bytes));
    }
    const five = await h.call('POST', '/x/2/tweets', { token, json: { text: 'five', media: { media_ids: ids } } });
    expect(five.status).toBe(400);
    const four = await h.call('POST', '/x/2/tweets', { token, json: { media: { media_ids: ids.slice(0, 4) } } });
    expect(four.status).toBe(201);
    const [row] = await h.publications(`?account=${id}`);
    const hashes = files.slice(0, 4).map((bytes) => createHash('sha256').update(bytes).digest('hex'));
    expect([row?.kind, row?.text, row?.media.map((media) => media.sha256)]).toEqual(['carousel', '', hashes]);
  });

  it('recognises a duplicate by its text and its pictures, whatever came between, but not once it is deleted', async () => {
    const { token } = await h.x('Twin Peaks');
    const files = await Promise.all([5, 95].map((red) => picture({ red })));
    const post = async (index: number): Promise<Awaited<ReturnType<Harness['call']>>> => {
      const media = await upload(token, files[index] ?? Buffer.alloc(0));
      return h.call('POST', '/x/2/tweets', { token, json: { text: 'same words', media: { media_ids: [media] } } });
    };
    const first = await post(0);
    expect([first.status, (await post(1)).status, (await post(0)).status, (await post(1)).status]).toEqual([
      201, 201, 403, 403,
    ]);
    await h.call('DELETE', `/x/2/tweets/${String((first.body['data'] as Answer)['id'])}`, { token });
    expect((await post(0)).status).toBe(201);
    await h.settings({ duplicates: 'allow' });
    expect((await post(1)).status).toBe(201);
    await h.settings({ duplicates: 'refuse' });
  });

  it('limits posts to 100 in 15 minutes and says when it goes on', async () => {
    const { token } = await h.x('Chatty');
    for (let n = 0; n < 100; n += 1) {
      expect((await h.call('POST', '/x/2/tweets', { token, json: { text: `post ${n}` } })).status).toBe(201);
    }
    const over = await h.call('POST', '/x/2/tweets', { token, json: { text: 'post 100' } });
    expect([over.status, over.headers.get('x-rate-limit-remaining')]).toEqual([429, '0']);
    expect(Number(over.headers.get('x-rate-limit-reset'))).toBeGreaterThan(Date.now() / 1000);
  });
});
