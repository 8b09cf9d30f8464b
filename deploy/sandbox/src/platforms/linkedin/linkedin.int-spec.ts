import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { sandboxCredentials } from '../../environment.ts';
import { Harness, picture, redirectUri } from '../../testing/harness.ts';
import type { Answer } from '../../testing/harness.ts';

const h = new Harness();
const app = sandboxCredentials.linkedin;

beforeAll(() => h.start());
afterAll(() => h.stop());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function post(author: string, commentary: string, content?: unknown, more: Answer = {}): Answer {
  return {
    author,
    commentary,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content === undefined ? {} : { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...more,
  };
}

describe('LinkedIn: OAuth', () => {
  it('shows a consent page that takes all permissions or none, and reports a cancelled login', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: redirectUri,
      state: 's-9',
      scope: 'openid profile w_member_social',
    });
    const path = `/linkedin/oauth/v2/authorization?${query.toString()}`;
    const page = await h.call('GET', path);
    expect(page.text).toContain('Connect LinkedIn to Postloom?');
    expect(page.text).toContain('name="scope_w_member_social" checked disabled');
    expect(page.text).not.toContain('>Old Town Market</strong>');
    const member = /name="account" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const allowed = await h.call('POST', path, { form: { decision: 'allow', account: member } });
    expect(new URL(allowed.headers.get('location') ?? '').searchParams.get('state')).toBe('s-9');
    const cancelled = await h.call('POST', path, { form: { decision: 'cancel' } });
    expect(new URL(cancelled.headers.get('location') ?? '').searchParams.get('error')).toBe('user_cancelled_authorize');
  });

  it('gives the member, the organizations with the role, and 60 days', async () => {
    const { token, member, organization } = await h.linkedIn();
    const me = await h.call('GET', '/linkedin/v2/userinfo', { token });
    expect(me.body).toMatchObject({ name: 'Dana Fields', given_name: 'Dana', family_name: 'Fields' });
    expect(member).toBe(`urn:li:person:${String(me.body['sub'])}`);
    const roles = await h.rest('GET', '/organizationAcls?q=roleAssignee&state=APPROVED&count=100&start=0', token);
    const elements = roles.body['elements'] as { role: string; organization: string }[];
    expect(elements.map((row) => row.role)).toEqual(['ADMINISTRATOR', 'ANALYST']);
    const id = organization.split(':').at(-1) ?? '';
    const names = await h.rest('GET', `/organizations?ids=List(${id},77)`, token);
    expect(names.body).toMatchObject({
      results: { [id]: { localizedName: 'Marlow Bakehouse', vanityName: 'marlow-bakehouse' } },
      statuses: { '77': 404 },
    });
    const analyst = elements[1]?.organization ?? '';
    const refused = await h.rest('POST', '/posts', token, post(analyst, 'not mine'));
    expect(refused.body).toMatchObject({ status: 403, code: 'ACCESS_DENIED' });
  });

  it('keeps the refresh token and its year, and gives none to an app that has no right to it', async () => {
    const { token, refresh } = await h.linkedIn('Refresh Ltd');
    const form = { grant_type: 'refresh_token', client_id: app.clientId, client_secret: app.clientSecret };
    const first = await h.call('POST', '/linkedin/oauth/v2/accessToken', { form: { ...form, refresh_token: refresh } });
    expect(first.body).toMatchObject({ expires_in: 5_184_000, refresh_token: refresh, token_type: 'Bearer' });
    expect(first.body['access_token']).not.toBe(token);
    const wrong = await h.call('POST', '/linkedin/oauth/v2/accessToken', {
      form: { ...form, client_secret: 'no', refresh_token: refresh },
    });
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_client']);
    await h.settings({ linkedinRefreshTokens: false });
    expect((await h.linkedIn('Refresh Two')).refresh).toBe('undefined');
    await h.settings({ linkedinRefreshTokens: true });

    await h.settings({ clockOffsetSeconds: 5_184_001 });
    expect((await h.call('GET', '/linkedin/v2/userinfo', { token })).body).toMatchObject({
      status: 401,
      code: 'EXPIRED_ACCESS_TOKEN',
      serviceErrorCode: 65602,
    });
    await h.settings({ clockOffsetSeconds: 0 });
    await h.call('POST', '/linkedin/oauth/v2/revoke', {
      form: { client_id: app.clientId, client_secret: app.clientSecret, token },
    });
    expect((await h.call('GET', '/linkedin/v2/userinfo', { token })).body['code']).toBe('REVOKED_ACCESS_TOKEN');
    expect((await h.call('GET', '/linkedin/v2/userinfo')).body['message']).toBe('Empty oauth2_access_token');
  });

  it('invalidates earlier tokens when another set of scopes is asked for, and refuses scopes the app lacks', async () => {
    const full = await h.linkedIn('Scope Ltd');
    const same = await h.linkedIn('Scope Ltd');
    expect((await h.call('GET', '/linkedin/v2/userinfo', { token: full.token })).status).toBe(200);
    await h.linkedIn('Scope Ltd', 'openid profile w_member_social');
    for (const { token } of [full, same]) {
      expect((await h.call('GET', '/linkedin/v2/userinfo', { token })).status).toBe(401);
    }
    await h.settings({ linkedinOrganizations: false });
    const back = await h.code('/linkedin/oauth/v2/authorization', {
      client_id: app.clientId,
      scope: 'openid w_organization_social',
    });
    expect(back.searchParams.get('error')).toBe('unauthorized_scope_error');
    await h.settings({ linkedinOrganizations: true });
  });
});

describe('LinkedIn: publishing', () => {
  it('wants its headers', async () => {
    const { token, member } = await h.linkedIn();
    const body = post(member, 'headers');
    const none = await h.call('POST', '/linkedin/rest/posts', { token, json: body });
    expect(none.body).toMatchObject({ status: 400, code: 'VERSION_MISSING' });
    const old = await h.rest('POST', '/posts', token, body, { 'linkedin-version': '202409' });
    expect(old.body).toMatchObject({ status: 426, code: 'NONEXISTENT_VERSION' });
    const protocol = await h.rest('POST', '/posts', token, body, { 'x-restli-protocol-version': '1.0.0' });
    expect(protocol.status).toBe(400);
  });

  it('publishes a member’s text with an empty 201 and the id in a header; reading it back is closed', async () => {
    const { token, member } = await h.linkedIn('Quiet Member');
    const made = await h.rest('POST', '/posts', token, post(member, 'Hello \\(world\\) #tag'));
    const urn = made.headers.get('x-restli-id') ?? '';
    expect([made.status, made.text]).toEqual([201, '']);
    expect(urn).toMatch(/^urn:li:share:7\d{18}$/);
    const rows = await h.publications(`?account=${member.split(':').at(-1) ?? ''}`);
    expect(rows).toMatchObject([{ platform: 'linkedin', remoteId: urn, kind: 'text', text: 'Hello (world) #tag' }]);
    expect((await h.call('GET', `/linkedin/feed/update/${urn}/`)).text).toContain('Hello (world)');
    const finder = { 'x-restli-method': 'FINDER' };
    const closed = await h.rest(
      'GET',
      `/posts?q=author&author=${encodeURIComponent(member)}`,
      token,
      undefined,
      finder,
    );
    expect([closed.status, closed.body['code']]).toEqual([403, 'ACCESS_DENIED']);

    const again = await h.rest('POST', '/posts', token, post(member, 'Hello \\(world\\) #tag'));
    expect(again.body).toEqual({ status: 422, code: 'DUPLICATE_POST', message: `Content is a duplicate of ${urn}` });
    const gone = await h.rest('DELETE', `/posts/${encodeURIComponent(urn)}`, token);
    expect((await h.rest('DELETE', `/posts/${encodeURIComponent(urn)}`, token)).status).toBe(204);
    expect(gone.status).toBe(204);
    const [row] = await h.publications(`?account=${member.split(':').at(-1) ?? ''}`);
    expect(row?.deletedAt).toBeDefined();
    expect((await h.call('GET', `/linkedin/feed/update/${urn}/`)).status).toBe(410);
    expect((await h.rest('POST', '/posts', token, post(member, 'Hello \\(world\\) #tag'))).status).toBe(201);
  });

  it('publishes an organization’s pictures after polling them, and finds the post', async () => {
    const { token, organization } = await h.linkedIn('Picture House');
    const files = [await picture({ red: 1 }), await picture({ red: 80, format: 'png' })];
    await h.settings({ processingMs: 60_000 });
    const slow = await h.linkedInImage(token, organization, files[0] ?? Buffer.alloc(0));
    const path = `/images/${encodeURIComponent(slow)}`;
    expect((await h.rest('GET', path, token)).body['status']).toBe('PROCESSING');
    const early = await h.rest('POST', '/posts', token, post(organization, 'early', { media: { id: slow } }));
    expect(early.body['code']).toBe('MEDIA_ASSET_PROCESSING');
    await h.settings({ processingMs: 0, clockOffsetSeconds: 61 });
    expect((await h.rest('GET', path, token)).body['status']).toBe('AVAILABLE');
    await h.settings({ clockOffsetSeconds: 0 });

    const images: { id: string; altText: string }[] = [];
    for (const [index, bytes] of files.entries()) {
      images.push({ id: await h.linkedInImage(token, organization, bytes), altText: `Loaf ${index}` });
    }
    const single = await h.rest('POST', '/posts', token, post(organization, 'One', { media: images[0] }));
    expect(single.headers.get('x-restli-id')).toMatch(/^urn:li:share:/);
    const several = await h.rest('POST', '/posts', token, post(organization, 'Two', { multiImage: { images } }));
    expect(several.status).toBe(201);
    const rows = await h.publications(`?account=${organization.split(':').at(-1) ?? ''}`);
    expect(rows.map((row) => [row.kind, row.text, row.media.map((media) => media.sha256)])).toEqual([
      ['photo', 'One', [sha(files[0] ?? Buffer.alloc(0))]],
      ['carousel', 'Two', files.map(sha)],
    ]);
    const found = await h.rest(
      'GET',
      `/posts?q=author&author=${encodeURIComponent(organization)}&count=10&sortBy=LAST_MODIFIED`,
      token,
      undefined,
      { 'x-restli-method': 'FINDER' },
    );
    expect(found.body['elements']).toMatchObject([
      { id: several.headers.get('x-restli-id'), commentary: 'Two', lifecycleState: 'PUBLISHED' },
      { id: single.headers.get('x-restli-id'), content: { media: { altText: 'Loaf 0' } } },
    ]);
  });

  it('keeps a member’s pictures from being read, but takes them', async () => {
    const { token, member, organization } = await h.linkedIn('Private Eye');
    const image = await h.linkedInImage(token, member, await picture());
    const read = await h.rest('GET', `/images/${encodeURIComponent(image)}`, token);
    expect([read.status, read.body['code']]).toEqual([403, 'ACCESS_DENIED']);
    const foreign = await h.rest('POST', '/posts', token, post(organization, 'x', { media: { id: image } }));
    expect(foreign.body['code']).toBe('INVALID_IMAGE_ID');
    expect((await h.rest('POST', '/posts', token, post(member, 'x', { media: { id: image } }))).status).toBe(201);
    const waiting = await h.rest('POST', '/images?action=initializeUpload', token, {
      initializeUploadRequest: { owner: member },
    });
    const id = (waiting.body['value'] as { image: string }).image;
    const early = await h.rest('POST', '/posts', token, post(member, 'y', { media: { id } }));
    expect(early.body['code']).toBe('MEDIA_ASSET_WAITING_UPLOAD');
    const text = await h.linkedInImage(token, member, Buffer.from('no picture'));
    const failed = await h.rest('POST', '/posts', token, post(member, 'z', { media: { id: text } }));
    expect(failed.body['code']).toBe('MEDIA_ASSET_PROCESSING_FAILED');
  });

  it('refuses unescaped text, too long text and missing fields', async () => {
    const { token, member } = await h.linkedIn('Strict Member');
    const codeOf = async (body: Answer): Promise<unknown> => (await h.rest('POST', '/posts', token, body)).body['code'];
    expect(await codeOf(post(member, 'Fresh (today)'))).toBe('INVALID_VALUE_FOR_FIELD');
    expect(await codeOf(post(member, 'a'.repeat(3001)))).toBe('FIELD_LENGTH_TOO_LONG');
    expect((await h.rest('POST', '/posts', token, post(member, `${'a'.repeat(2998)}\\(\\)`))).status).toBe(201);
    expect(await codeOf(post(member, 'x', undefined, { visibility: undefined }))).toBe('MISSING_FIELD');
    expect(await codeOf(post(member, 'x', undefined, { lifecycleState: 'DRAFT' }))).toBe('INVALID_VALUE_FOR_FIELD');
    expect(await codeOf(post('urn:li:person:nobody', 'x'))).toBe('INVALID_URN_ID');
    expect(await codeOf(post('urn:li:organization:5515401', 'x'))).toBe('ACCESS_DENIED');
    const few = await h.linkedIn('Few Scopes', 'openid profile w_member_social');
    expect((await h.rest('GET', '/organizationAcls?q=roleAssignee', few.token)).status).toBe(403);
  });

  it('throttles a member after 150 posts of a day, until the sandbox forgets everything', async () => {
    const { token, member } = await h.linkedIn();
    let posted = 0;
    let last = await h.rest('POST', '/posts', token, post(member, 'post'));
    while (last.status === 201 && posted < 200) {
      last = await h.rest('POST', '/posts', token, post(member, `post ${(posted += 1)}`));
    }
    const rows = await h.publications(`?account=${member.split(':').at(-1) ?? ''}`);
    expect(rows).toHaveLength(150);
    const over = await h.rest('POST', '/posts', token, post(member, 'one more'));
    expect(over.body).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(over.headers.get('retry-after')).toBeNull();
    await h.call('POST', '/sandbox/reset');
    const fresh = await h.linkedIn();
    expect((await h.rest('POST', '/posts', fresh.token, post(fresh.member, 'one more'))).status).toBe(201);
  });
});
