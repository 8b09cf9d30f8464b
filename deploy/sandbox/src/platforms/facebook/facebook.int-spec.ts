import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Harness, graphErrorOf, picture } from '../../testing/harness.ts';

const h = new Harness();

beforeAll(() => h.start());
afterAll(() => h.stop());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const api = '/facebook/graph/v25.0';

describe('Facebook Pages: OAuth and publishing', () => {
  it('offers several Pages, one of them without the right to post', async () => {
    const { pages, user } = await h.facebook('*');
    expect(pages.slice(0, 3).map((page) => [page.name, page.tasks.includes('CREATE_CONTENT')])).toEqual([
      ['Marlow Bakehouse', true],
      ['Harbour Street Café', true],
      ['Old Town Market', false],
    ]);
    const market = pages[2];
    const refused = await h.call('POST', `${api}/${market?.id ?? ''}/feed`, {
      token: market?.access_token ?? '',
      form: { message: 'hello' },
    });
    expect(graphErrorOf(refused)['code']).toBe(200);
    const asUser = await h.call('POST', `${api}/${pages[0]?.id ?? ''}/feed`, {
      token: user,
      form: { message: 'hello' },
    });
    expect(graphErrorOf(asUser)['code']).toBe(210);
    const permissions = await h.call('GET', `${api}/me/permissions`, { token: user });
    expect(permissions.body['data']).toContainEqual({ permission: 'pages_manage_posts', status: 'granted' });
    expect((await h.facebook()).pages.map((page) => page.name)).toEqual(['Marlow Bakehouse']);
  });

  it('publishes a photo by URL, as a file and several in one post', async () => {
    const { pages } = await h.facebook('Corner Deli');
    const page = pages[0];
    const token = page?.access_token ?? '';
    const id = page?.id ?? '';
    const bytes = await picture({ green: 10 });
    const byUrl = await h.call('POST', `${api}/${id}/photos`, {
      token,
      form: { url: h.pictures.add(bytes), caption: 'Lunch is up' },
    });
    expect(byUrl.body['post_id']).not.toBe(byUrl.body['id']);
    const read = await h.call(
      'GET',
      `${api}/${String(byUrl.body['post_id'])}?fields=permalink_url,created_time,message`,
      { token },
    );
    expect(read.body).toMatchObject({ message: 'Lunch is up' });
    expect((await h.call('GET', new URL(String(read.body['permalink_url'])).pathname)).text).toContain('Lunch is up');

    const file = await picture({ green: 90, format: 'png' });
    const form = new FormData();
    form.set('caption', 'From a file');
    form.set('source', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'photo.png');
    expect((await h.call('POST', `${api}/${id}/photos`, { token, form })).status).toBe(200);

    const ids: string[] = [];
    const hashes: string[] = [];
    for (const blue of [0, 250]) {
      const one = await picture({ blue });
      hashes.push(sha(one));
      const answer = await h.call('POST', `${api}/${id}/photos`, {
        token,
        form: { url: h.pictures.add(one), published: 'false' },
      });
      expect(answer.body['post_id']).toBeUndefined();
      ids.push(String(answer.body['id']));
    }
    const several = await h.call('POST', `${api}/${id}/feed`, {
      token,
      form: { message: 'Two views', attached_media: JSON.stringify(ids.map((media_fbid) => ({ media_fbid }))) },
    });
    expect(several.status).toBe(200);
    const rows = await h.publications(`?platform=facebook&account=${id}`);
    expect(rows.map((row) => [row.kind, row.text, row.media.map((media) => media.sha256)])).toEqual([
      ['photo', 'Lunch is up', [sha(bytes)]],
      ['photo', 'From a file', [sha(file)]],
      ['carousel', 'Two views', hashes],
    ]);
    const twice = await h.call('POST', `${api}/${id}/feed`, {
      token,
      form: { message: 'Again', 'attached_media[0]': JSON.stringify({ media_fbid: ids[0] }) },
    });
    expect(twice.status).toBe(400);
  });

  it('refuses an identical post, lists since a time, deletes', async () => {
    const { pages } = await h.facebook('Echo Bar');
    const { id = '', access_token: token = '' } = pages[0] ?? {};
    const since = Math.floor(Date.now() / 1000) - 60;
    const first = await h.call('POST', `${api}/${id}/feed`, { token, json: { message: 'Open till late' } });
    const again = await h.call('POST', `${api}/${id}/feed`, { token, json: { message: 'Open till late' } });
    expect(graphErrorOf(again)).toMatchObject({ code: 506, error_subcode: 1455006 });
    const fields = 'id,message,created_time,permalink_url,attachments';
    const list = await h.call('GET', `${api}/${id}/feed?fields=${fields}&since=${since}&limit=10`, { token });
    expect(list.body['data']).toMatchObject([{ id: first.body['id'], message: 'Open till late' }]);
    const later = await h.call('GET', `${api}/${id}/feed?since=${since + 3600}`, { token });
    expect(later.body['data']).toEqual([]);
    expect((await h.call('DELETE', `${api}/${String(first.body['id'])}`, { token })).body).toEqual({ success: true });
    const gone = await h.call('GET', `${api}/${id}/feed?since=${since}`, { token });
    expect(gone.body['data']).toEqual([]);
    const rows = await h.publications(`?account=${id}`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.deletedAt).toBeDefined();
    const missing = await h.call('POST', `${api}/${id}/photos`, { token, form: { url: `${h.pictures.origin}/none` } });
    expect(graphErrorOf(missing)['code']).toBe(324);
  });

  it('kills the Page token with the app', async () => {
    const { user, pages } = await h.facebook('Farewell Inn');
    const { id = '', access_token: token = '' } = pages[0] ?? {};
    expect((await h.call('DELETE', `${api}/me/permissions`, { token: user })).body).toEqual({ success: true });
    const dead = await h.call('POST', `${api}/${id}/feed`, { token, form: { message: 'anyone?' } });
    expect(graphErrorOf(dead)).toMatchObject({ code: 190, error_subcode: 458 });
    expect(dead.headers.get('x-app-usage')).toContain('call_count');
  });
});

describe('Facebook Pages: several photos and what is refused', () => {
  const photo = (id: string, token: string, bytes: Buffer): ReturnType<Harness['call']> =>
    h.call('POST', `${api}/${id}/photos`, { token, form: { url: h.pictures.add(bytes), published: 'false' } });

  it('lets unpublished photos disappear after a day, and takes ten at most', async () => {
    const { pages } = await h.facebook('Photo Wall');
    const { id = '', access_token: token = '' } = pages[0] ?? {};
    const ids: string[] = [];
    for (let red = 0; red < 11; red += 1) {
      ids.push(String((await photo(id, token, await picture({ red }))).body['id']));
    }
    const post = (list: readonly string[], message: string): ReturnType<Harness['call']> =>
      h.call('POST', `${api}/${id}/feed`, {
        token,
        json: { message, attached_media: list.map((media_fbid) => ({ media_fbid })) },
      });
    expect(graphErrorOf(await post(ids, 'eleven'))['code']).toBe(100);
    expect((await post(ids.slice(0, 10), 'ten')).status).toBe(200);
    await h.settings({ clockOffsetSeconds: 86_500 });
    expect(graphErrorOf(await post([ids[10] ?? ''], 'late'))).toMatchObject({ code: 100, error_subcode: 33 });
    await h.settings({ clockOffsetSeconds: 0 });
    const [row] = await h.publications(`?account=${id}`);
    expect([row?.kind, row?.media.length]).toEqual(['carousel', 10]);
    const read = await h.call('GET', `${api}/${row?.remoteId ?? ''}?fields=attachments`, { token });
    expect(JSON.stringify(read.body['attachments']).match(/"type":"photo"/g)).toHaveLength(10);
  });

  it('reports the calls in its headers and refuses above the day’s limit', async () => {
    const { pages } = await h.facebook('Called Page');
    const { id = '', access_token: token = '' } = pages[0] ?? {};
    await h.settings({ metaCallsPerDay: 10 });
    const shares: number[] = [];
    let last = await h.call('GET', `${api}/${id}`, { token });
    for (let n = 0; n < 22 && last.status === 200; n += 1) {
      shares.push((JSON.parse(last.headers.get('x-app-usage') ?? '{}') as { call_count: number }).call_count);
      last = await h.call('GET', `${api}/${id}`, { token });
    }
    expect(shares.slice(0, 3)).toEqual([10, 20, 30]);
    expect(graphErrorOf(last)['code']).toBe(80001);
    expect(last.headers.get('x-business-use-case-usage')).toMatch(/"estimated_time_to_regain_access":[1-9]/);
    await h.settings({ metaCallsPerDay: 4800 });
    expect((await h.call('GET', `${api}/${id}`, { token })).status).toBe(200);
  });

  it('holds back a Page that posts too fast, as spam', async () => {
    const { pages } = await h.facebook('Flood Page');
    const { id = '', access_token: token = '' } = pages[0] ?? {};
    const post = (message: string): ReturnType<Harness['call']> =>
      h.call('POST', `${api}/${id}/feed`, { token, form: { message } });
    for (let n = 0; n < 60; n += 1) {
      expect((await post(`flood ${n}`)).status).toBe(200);
    }
    expect(graphErrorOf(await post('one more'))).toMatchObject({ code: 368, error_subcode: 1390008 });
    await h.settings({ quotas: 'off' });
    expect((await post('without quotas')).status).toBe(200);
    await h.settings({ quotas: 'documented' });
  });
});
