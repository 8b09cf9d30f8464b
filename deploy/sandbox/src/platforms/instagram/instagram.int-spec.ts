import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { sandboxCredentials } from '../../environment.ts';
import { Harness, graphErrorOf, picture, redirectUri } from '../../testing/harness.ts';

const app = sandboxCredentials.instagram;
const scope = 'instagram_business_basic,instagram_business_content_publish';
const h = new Harness();

beforeAll(() => h.start());
afterAll(() => h.stop());

describe('Instagram: OAuth and publishing', () => {
  it('walks from the authorize page to a published photo', async () => {
    const { token, account } = await h.instagram();
    const me = await h.call(
      'GET',
      '/instagram/graph/v25.0/me?fields=id,user_id,username,name,account_type,profile_picture_url,followers_count',
      { token },
    );
    expect(me.body).toMatchObject({ user_id: account, username: 'marlow.bakehouse', account_type: 'Business' });

    const bytes = await picture({ width: 1080, height: 1350, gps: true });
    const container = await h.call('POST', `/instagram/graph/v25.0/${account}/media`, {
      token,
      json: { image_url: h.pictures.add(bytes), caption: 'Rye, warm from the oven #rye', alt_text: 'A loaf' },
    });
    const creation = String(container.body['id']);
    const status = await h.call('GET', `/instagram/graph/v25.0/${creation}?fields=status_code,status`, { token });
    expect(status.body).toMatchObject({ status_code: 'FINISHED', id: creation });
    const published = await h.call('POST', `/instagram/graph/v25.0/${account}/media_publish`, {
      token,
      json: { creation_id: creation },
    });
    const id = String(published.body['id']);
    expect(published.status).toBe(200);

    const rows = await h.publications(`?platform=instagram&account=${account}`);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      platform: 'instagram',
      accountId: account,
      remoteId: id,
      kind: 'photo',
      text: 'Rye, warm from the oven #rye',
    });
    expect(rows[0]?.media).toEqual([
      {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        mimeType: 'image/jpeg',
        width: 1080,
        height: 1350,
        bytes: bytes.length,
        gps: true,
        turned: false,
      },
    ]);

    const post = await h.call(
      'GET',
      `/instagram/graph/v25.0/${id}?fields=id,permalink,shortcode,media_type,media_product_type,timestamp`,
      { token },
    );
    expect(post.body['permalink']).toBe(rows[0]?.permalink);
    const page = await h.call('GET', new URL(String(post.body['permalink'])).pathname);
    expect(page.text).toContain('Rye, warm from the oven #rye');
    const list = await h.call(
      'GET',
      `/instagram/graph/v25.0/${account}/media?fields=id,caption,permalink,timestamp&limit=10`,
      { token },
    );
    expect(list.body['data']).toMatchObject([{ id, caption: 'Rye, warm from the oven #rye' }]);
    const limit = await h.call(
      'GET',
      `/instagram/graph/v25.0/${account}/content_publishing_limit?fields=quota_usage,config`,
      { token },
    );
    expect(limit.body).toEqual({ data: [{ quota_usage: 1, config: { quota_total: 50, quota_duration: 86400 } }] });

    const after = await h.call('GET', `/instagram/graph/v25.0/${creation}?fields=status_code`, { token });
    expect(after.body['status_code']).toBe('PUBLISHED');
    const again = await h.call('POST', `/instagram/graph/v25.0/${account}/media_publish`, {
      token,
      json: { creation_id: creation },
    });
    expect(again.status).toBe(400);
    expect(await h.publications(`?account=${account}`)).toHaveLength(1);
  });

  it('takes a code once, and only with the same redirect URI', async () => {
    const back = await h.code('/instagram/oauth/authorize', { client_id: app.clientId, scope });
    expect(back.searchParams.get('state')).toBe('s-1');
    expect(back.hash).toBe('#_');
    const form = {
      client_id: app.clientId,
      client_secret: app.clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: back.searchParams.get('code') ?? '',
    };
    const other = await h.call('POST', '/instagram/oauth/access_token', {
      form: { ...form, redirect_uri: `${redirectUri}/` },
    });
    expect([other.status, other.body['error_type']]).toEqual([400, 'OAuthException']);
    const wrong = await h.call('POST', '/instagram/oauth/access_token', { form: { ...form, client_secret: 'no' } });
    expect(wrong.status).toBe(400);
    const data = new FormData();
    for (const [name, value] of Object.entries(form)) {
      data.set(name, value);
    }
    const first = await h.call('POST', '/instagram/oauth/access_token', { form: data });
    expect(first.body).toMatchObject({ permissions: scope });
    const second = await h.call('POST', '/instagram/oauth/access_token', { form });
    expect(second.body).toEqual({
      error_type: 'OAuthException',
      code: 400,
      error_message: 'Matching code was not found or was already used',
    });
  });

  it('refreshes a token that is a day old, not a younger one', async () => {
    const { token } = await h.instagram('Clockmaker');
    const path = `/instagram/graph/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`;
    expect((await h.call('GET', path)).status).toBe(400);
    await h.call('PUT', '/sandbox/settings', { json: { clockOffsetSeconds: 90_000 } });
    const fresh = await h.call('GET', path);
    expect(fresh.body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 });
    await h.call('PUT', '/sandbox/settings', { json: { clockOffsetSeconds: 6_000_000 } });
    const dead = await h.call('GET', '/instagram/graph/v25.0/me', { token });
    expect(graphErrorOf(dead)).toMatchObject({ code: 190, error_subcode: 463 });
    await h.call('PUT', '/sandbox/settings', { json: { clockOffsetSeconds: 0 } });
  });

  it('really fetches the picture and holds it against the rules', async () => {
    const { token, account } = await h.instagram('Rule Book');
    const attempt = async (address: string): Promise<unknown[]> => {
      const answer = await h.call('POST', `/instagram/graph/${account}/media`, {
        token,
        form: { image_url: address, caption: 'x' },
      });
      const error = graphErrorOf(answer);
      return [answer.status, error['code'], error['error_subcode']];
    };
    expect(await attempt(`${h.pictures.origin}/missing.jpg`)).toEqual([400, 9004, 2207052]);
    expect(await attempt('http://127.0.0.1:9/nobody.jpg')).toEqual([400, 9004, 2207052]);
    expect(await attempt(h.pictures.add(Buffer.from('<html>sign in</html>')))).toEqual([400, 9004, 2207052]);
    expect(await attempt(h.pictures.add(await picture({ format: 'png' })))).toEqual([400, 36001, 2207005]);
    expect(await attempt(h.pictures.add(await picture({ width: 600, height: 900 })))).toEqual([400, 36003, 2207009]);
    expect(await attempt(h.pictures.add(await picture({ width: 1000, height: 500 })))).toEqual([400, 36003, 2207009]);
    const big = Buffer.concat([await picture(), Buffer.alloc(8 * 1024 * 1024)]);
    expect(await attempt(h.pictures.add(big))).toEqual([400, 36000, 2207004]);
    const long = await h.call('POST', `/instagram/graph/${account}/media`, {
      token,
      form: { image_url: h.pictures.add(await picture()), caption: 'a'.repeat(2201) },
    });
    expect(graphErrorOf(long)).toMatchObject({ code: 36004, error_subcode: 2207010 });
  });

  it('publishes a carousel of its children in their order', async () => {
    const { token, account } = await h.instagram('Carousel Co');
    const children: string[] = [];
    const hashes: string[] = [];
    for (const red of [10, 120, 240]) {
      const bytes = await picture({ red });
      hashes.push(createHash('sha256').update(bytes).digest('hex'));
      const child = await h.call('POST', `/instagram/graph/${account}/media`, {
        token,
        form: { image_url: h.pictures.add(bytes), is_carousel_item: 'true' },
      });
      children.push(String(child.body['id']));
    }
    const one = await h.call('POST', `/instagram/graph/${account}/media`, {
      token,
      form: { media_type: 'CAROUSEL', children: children[0] ?? '' },
    });
    expect(graphErrorOf(one)).toMatchObject({ code: 100, error_subcode: 2207028 });
    const parent = await h.call('POST', `/instagram/graph/${account}/media`, {
      token,
      form: { media_type: 'CAROUSEL', children: children.join(), caption: 'Three' },
    });
    await h.call('POST', `/instagram/graph/${account}/media_publish`, {
      token,
      form: { creation_id: String(parent.body['id']) },
    });
    const [row] = await h.publications(`?account=${account}`);
    expect([row?.kind, row?.media.map((media) => media.sha256)]).toEqual(['carousel', hashes]);
  });

  it('does not publish what is still processing', async () => {
    await h.call('PUT', '/sandbox/settings', { json: { processingMs: 60_000 } });
    const { token, account } = await h.instagram('Slow Cook');
    const answer = await h.publishOnInstagram(token, account, 'soon', h.pictures.add(await picture()));
    expect(graphErrorOf(answer)).toMatchObject({ code: 9007, error_subcode: 2207027 });
    await h.call('PUT', '/sandbox/settings', { json: { processingMs: 0 } });
    expect(await h.publications(`?account=${account}`)).toEqual([]);
  });

  it('lets containers and children be worked on, end in ERROR, and expire after a day', async () => {
    const { token, account } = await h.instagram('State House');
    const make = async (form: Record<string, string>): Promise<Awaited<ReturnType<Harness['call']>>> =>
      h.call('POST', `/instagram/graph/${account}/media`, { token, form });
    const state = async (id: string): Promise<unknown> =>
      (await h.call('GET', `/instagram/graph/${id}?fields=status_code`, { token })).body['status_code'];
    await h.settings({ processingMs: 60_000 });
    const image_url = h.pictures.add(await picture());
    const children: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      children.push(String((await make({ image_url, is_carousel_item: 'true' })).body['id']));
    }
    expect(await state(children[0] ?? '')).toBe('IN_PROGRESS');
    const early = await make({ media_type: 'CAROUSEL', children: children.join(), caption: 'early' });
    expect(graphErrorOf(early)).toMatchObject({ code: 9007, error_subcode: 2207027 });
    await h.settings({ clockOffsetSeconds: 61 });
    expect(await state(children[0] ?? '')).toBe('FINISHED');
    const parent = String(
      (await make({ media_type: 'CAROUSEL', children: children.join(), caption: 'both' })).body['id'],
    );
    expect(await state(parent)).toBe('IN_PROGRESS');

    await h.fault('instagram', { mode: 'media_rejected', count: 1 });
    const bad = await make({ image_url, caption: 'bad' });
    expect(bad.status).toBe(200);
    await h.settings({ clockOffsetSeconds: 122 });
    expect([await state(parent), await state(String(bad.body['id']))]).toEqual(['FINISHED', 'ERROR']);
    const all = (await h.call('GET', `/sandbox/containers?account=${account}`)).body as unknown as { status: string }[];
    expect(all.map((one) => one.status)).toEqual(['FINISHED', 'FINISHED', 'FINISHED', 'ERROR']);
    const status = await h.call('GET', `/instagram/graph/${String(bad.body['id'])}?fields=status`, { token });
    expect(status.body['status']).toContain('2207009');
    await h.settings({ clockOffsetSeconds: 86_600 });
    expect(await state(parent)).toBe('EXPIRED');
    const late = await h.call('POST', `/instagram/graph/${account}/media_publish`, {
      token,
      form: { creation_id: parent },
    });
    expect(graphErrorOf(late)).toMatchObject({ code: 24, error_subcode: 2207008 });
    await h.settings({ clockOffsetSeconds: 0, processingMs: 0 });
    expect(await h.publications(`?account=${account}`)).toEqual([]);
  });

  it('does not delete: Instagram Login has no call for it', async () => {
    const { token, account } = await h.instagram('Keepsake');
    const made = await h.publishOnInstagram(token, account, 'stays', h.pictures.add(await picture()));
    const refused = await h.call('DELETE', `/instagram/graph/v25.0/${String(made.body['id'])}`, { token });
    expect(graphErrorOf(refused)).toMatchObject({ code: 100, error_subcode: 33 });
    expect((await h.publications(`?account=${account}`))[0]?.deletedAt).toBeUndefined();
  });

  it('asks with a form: cancel, an unticked permission, and a token without it', async () => {
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state: 'form',
    });
    const path = `/instagram/oauth/authorize?${query.toString()}`;
    const page = await h.call('GET', path);
    expect(page.text).toContain('Marlow Bakehouse');
    expect(page.text).toContain('>Allow<');
    const denied = new URL(
      (await h.call('POST', path, { form: { decision: 'cancel' } })).headers.get('location') ?? '',
    );
    expect(Object.fromEntries(denied.searchParams)).toEqual({
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
      state: 'form',
    });
    const partly = await h.call('POST', path, {
      form: { decision: 'allow', account: '17841400000000102', scope_instagram_business_basic: 'on' },
    });
    const code = new URL(partly.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const short = await h.call('POST', '/instagram/oauth/access_token', {
      form: {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      },
    });
    expect(short.body).toMatchObject({ user_id: '17841400000000102', permissions: 'instagram_business_basic' });
    const token = String(short.body['access_token']);
    const refused = await h.call('POST', '/instagram/graph/me/media', {
      token,
      form: { image_url: h.pictures.add(await picture()) },
    });
    expect(graphErrorOf(refused)['code']).toBe(10);
    expect(
      (await h.call('GET', `/instagram/oauth/authorize?${query.toString().replace(app.clientId, '1')}`)).status,
    ).toBe(400);
  });

  it('stops at the daily quota', async () => {
    const { token, account } = await h.instagram('Busy Bees');
    const address = h.pictures.add(await picture());
    for (let n = 0; n < 50; n += 1) {
      expect((await h.publishOnInstagram(token, account, `post ${n}`, address)).status).toBe(200);
    }
    const over = await h.publishOnInstagram(token, account, 'post 50', address);
    expect(graphErrorOf(over)).toMatchObject({ code: 9, error_subcode: 2207042 });
    await h.call('PUT', '/sandbox/settings', { json: { quotas: 'off' } });
    expect((await h.publishOnInstagram(token, account, 'post 50', address)).status).toBe(200);
    await h.call('PUT', '/sandbox/settings', { json: { quotas: 'documented' } });
  });
});
