import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { eventually } from '../../../../harness/src/eventually.ts';
import { Harness, picture } from '../../testing/harness.ts';
import type { Answer } from '../../testing/harness.ts';

const h = new Harness();

beforeAll(async () => {
  await h.start();
  await h.settings({ tiktokModerationMs: 0 });
});
afterAll(() => h.stop());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const codeOf = (answer: { body: Answer }): unknown => (answer.body['error'] as Answer)['code'];
const publishIdOf = (answer: { body: Answer }): string => String((answer.body['data'] as Answer)['publish_id']);

async function settled(token: string, publishId: string): Promise<Answer> {
  return eventually(
    'the picture is downloaded',
    async () => {
      const { data } = await h.tiktokStatus(token, publishId);
      return data['status'] !== 'PROCESSING_DOWNLOAD' && data;
    },
    10_000,
  );
}

describe('TikTok: OAuth', () => {
  it('gives back the granted scopes beside a code that must be decoded', async () => {
    const { back, answer } = await h.tiktok();
    expect(back.searchParams.get('scopes')).toContain('video.publish');
    expect(back.search).toContain('%21');
    expect(answer).toMatchObject({ expires_in: 86_400, refresh_expires_in: 31_536_000, token_type: 'Bearer' });
    expect(String(answer['access_token'])).toMatch(/^act\./);
  });

  it('verifies PKCE where it is used, hex or base64url', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const digest = createHash('sha256').update(verifier);
    const hex = digest.copy().digest('hex');
    for (const challenge of [hex, digest.digest('base64url')]) {
      expect((await h.tiktok(undefined, undefined, { challenge, verifier })).openId).toMatch(/^_000/);
      const wrong = await h.tiktok(undefined, undefined, { challenge, verifier: 'x'.repeat(43) });
      expect(wrong.answer['error']).toBe('invalid_request');
    }
  });

  it('answers OAuth errors flat, with 200 by default; a used refresh token ends the connection', async () => {
    const { token, refresh } = await h.tiktok('Rotation Bar');
    const next = await h.tiktokToken({ grant_type: 'refresh_token', refresh_token: refresh });
    expect(next.body['refresh_token']).not.toBe(refresh);
    const reused = await h.tiktokToken({ grant_type: 'refresh_token', refresh_token: refresh });
    expect([reused.status, reused.body['error'], typeof reused.body['log_id']]).toEqual([
      200,
      'invalid_grant',
      'string',
    ]);
    for (const dead of [token, String(next.body['access_token'])]) {
      const info = await h.call('GET', '/tiktok/v2/user/info/?fields=open_id', { token: dead });
      expect([info.status, codeOf(info)]).toEqual([401, 'access_token_invalid']);
    }
    await h.settings({ tiktokOauthErrorStatus: 400 });
    expect((await h.tiktokToken({ grant_type: 'refresh_token', refresh_token: 'rft.x' })).status).toBe(400);
    await h.settings({ tiktokOauthErrorStatus: 200 });
  });

  it('gives account fields by scope', async () => {
    const { token, openId } = await h.tiktok('Field Kitchen');
    const fields = 'open_id,union_id,avatar_url,display_name,username,follower_count,video_count';
    const info = await h.call('GET', `/tiktok/v2/user/info/?fields=${fields}`, { token });
    expect(info.body).toMatchObject({
      data: { user: { open_id: openId, display_name: 'Field Kitchen', username: 'fieldkitchen', video_count: 0 } },
      error: { code: 'ok', message: '' },
    });
    const less = await h.tiktok('Field Kitchen', 'user.info.basic');
    const refused = await h.call('GET', `/tiktok/v2/user/info/?fields=${fields}`, { token: less.token });
    expect(codeOf(refused)).toBe('scope_not_authorized');
    expect(codeOf(await h.tiktokPost(less.token, [h.pictures.origin]))).toBe('scope_not_authorized');
  });
});

describe('TikTok: photo posts', () => {
  it('publishes pulled photos once, returns the id late and as an integer, and lists the post', async () => {
    const { token, openId } = await h.tiktok('Photo Bar');
    const info = await h.call('POST', '/tiktok/v2/post/publish/creator_info/query/', { token });
    expect(info.body['data']).toMatchObject({
      creator_username: 'photobar',
      privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    });
    const files = [await picture({ red: 3 }), await picture({ red: 60, format: 'webp' })];
    await h.settings({ tiktokModerationMs: 60_000 });
    const urls = files.map((bytes) => h.pictures.add(bytes));
    const started = await h.tiktokPost(token, urls, { title: 'Two loaves', description: 'Rye and #spelt' });
    const publishId = publishIdOf(started);
    const done = await settled(token, publishId);
    expect(done).toMatchObject({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [] });
    const list = (): ReturnType<Harness['call']> =>
      h.call('POST', '/tiktok/v2/video/list/?fields=id,title,share_url,video_description', {
        token,
        json: { max_count: 20 },
      });
    expect((await list()).body['data']).toMatchObject({ videos: [] });
    await h.settings({ tiktokModerationMs: 0 });
    const rows = await h.publications(`?platform=tiktok&account=${openId}`);
    const id = rows[0]?.remoteId ?? '';
    expect(rows.map((row) => [row.kind, row.text, row.media.map((media) => media.sha256)])).toEqual([
      ['carousel', 'Two loaves\nRye and #spelt', files.map(sha)],
    ]);
    const { text } = await h.tiktokStatus(token, publishId);
    expect(text).toContain(`"publicaly_available_post_id":[${id}]`);
    expect(BigInt(id) > 2n ** 53n).toBe(true);
    expect((await list()).body['data']).toMatchObject({ videos: [{ id, title: 'Two loaves' }] });
    expect((await h.call('GET', new URL(rows[0]?.permalink ?? '').pathname)).text).toContain('Two loaves');
  });

  it('says why a picture could not be taken', async () => {
    const { token, openId } = await h.tiktok('Wrong Pictures');
    const reasons: [string, string][] = [
      [`${h.pictures.origin}/missing.jpg`, 'photo_pull_failed'],
      [h.pictures.add(await picture({ format: 'png' })), 'file_format_check_failed'],
      [h.pictures.add(await picture({ width: 1600, height: 1400 })), 'picture_size_check_failed'],
      [h.pictures.redirectTo(h.pictures.add(await picture())), 'photo_pull_failed'],
    ];
    for (const [url, reason] of reasons) {
      const done = await settled(token, publishIdOf(await h.tiktokPost(token, [url])));
      expect([done['status'], done['fail_reason']]).toEqual(['FAILED', reason]);
    }
    expect(await h.publications(`?account=${openId}`)).toEqual([]);
    const foreign = await h.tiktokPost(token, ['https://pictures.example/a.jpg']);
    expect([foreign.status, codeOf(foreign)]).toEqual([403, 'url_ownership_unverified']);
  });

  it('holds the privacy level against the creator’s options and the audit', async () => {
    const address = h.pictures.add(await picture());
    const { token } = await h.tiktok('dana.private');
    const wrong = await h.tiktokPost(token, [address]);
    expect([wrong.status, codeOf(wrong)]).toEqual([403, 'privacy_level_option_mismatch']);
    const done = await settled(
      token,
      publishIdOf(await h.tiktokPost(token, [address], { privacy_level: 'FOLLOWER_OF_CREATOR' })),
    );
    expect(done).toMatchObject({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: [] });
    const open = await h.tiktok('Not Audited');
    await h.settings({ tiktokAudited: false });
    expect(codeOf(await h.tiktokPost(open.token, [address]))).toBe(
      'unaudited_client_can_only_post_to_private_accounts',
    );
    expect(codeOf(await h.tiktokPost(open.token, [address], { privacy_level: 'SELF_ONLY' }))).toBe('ok');
    await h.settings({ tiktokAudited: true });
  });

  it('refuses what is no photo post', async () => {
    const { token } = await h.tiktok('Param Bar');
    await h.settings({ quotas: 'off' });
    const address = h.pictures.add(await picture());
    for (const [urls, info, more] of [
      [[], {}, {}],
      [Array.from({ length: 36 }, () => address), {}, {}],
      [[address], { title: 'a'.repeat(91) }, {}],
      [[address], { description: 'a'.repeat(4001) }, {}],
      [[address], { privacy_level: undefined }, {}],
      [[address], {}, { media_type: 'VIDEO' }],
      [[address], {}, { post_mode: 'LATER' }],
    ] as const) {
      const answer = await h.tiktokPost(token, urls, info, more);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_params']);
    }
    const other = await h.tiktok('Other Param Bar');
    const started = publishIdOf(await h.tiktokPost(token, [address]));
    const path = '/tiktok/v2/post/publish/status/fetch/';
    const stolen = await h.call('POST', path, { token: other.token, json: { publish_id: started } });
    expect(codeOf(stolen)).toBe('token_not_authorized_for_specified_publish_id');
    const unknown = await h.call('POST', path, { token, json: { publish_id: 'p_pub_url~v2.1' } });
    expect(codeOf(unknown)).toBe('invalid_publish_id');
    await h.settings({ quotas: 'documented' });
  });

  it('limits inits to 6 a minute and posts to 15 a day, the second with 200 from creator_info', async () => {
    const { token, openId } = await h.tiktok('Busy Bar');
    const address = h.pictures.add(await picture());
    let last = await h.tiktokPost(token, []);
    for (let n = 0; n < 12 && codeOf(last) !== 'rate_limit_exceeded'; n += 1) {
      last = await h.tiktokPost(token, []);
    }
    expect([last.status, codeOf(last)]).toEqual([429, 'rate_limit_exceeded']);
    await h.settings({ quotas: 'off' });
    for (let n = 0; n < 15; n += 1) {
      await h.tiktokPost(token, [address], { title: `post ${n}` });
    }
    await eventually(
      'all posts are public',
      async () => (await h.publications(`?account=${openId}`)).length === 15,
      10_000,
    );
    await h.settings({ quotas: 'documented' });
    const info = await h.call('POST', '/tiktok/v2/post/publish/creator_info/query/', { token });
    expect([info.status, codeOf(info)]).toEqual([200, 'spam_risk_too_many_posts']);
    const again = await h.tiktok('Busy Bar');
    const over = await h.tiktokPost(again.token, [address]);
    expect([over.status, codeOf(over)]).toEqual([403, 'spam_risk_too_many_posts']);
  });

  it('leaves drafts in the creator’s inbox, unpublished', async () => {
    const { token, openId } = await h.tiktok('Draft Bar');
    const address = h.pictures.add(await picture());
    const started = await h.tiktokPost(token, [address], {}, { post_mode: 'MEDIA_UPLOAD' });
    expect((await settled(token, publishIdOf(started)))['status']).toBe('SEND_TO_USER_INBOX');
    for (let n = 0; n < 4; n += 1) {
      await h.tiktokPost(token, [address], {}, { post_mode: 'MEDIA_UPLOAD' });
    }
    const again = await h.tiktok('Draft Bar');
    const sixth = await h.tiktokPost(again.token, [address], {}, { post_mode: 'MEDIA_UPLOAD' });
    expect([sixth.status, codeOf(sixth)]).toEqual([403, 'spam_risk_too_many_pending_share']);
    expect(await h.publications(`?account=${openId}`)).toEqual([]);
  });

  it('goes on with unfinished posts after a restart, once', async () => {
    const { token, openId } = await h.tiktok('Restart Bar');
    const address = h.pictures.add(await picture());
    await h.settings({ processingMs: 600_000 });
    const publishId = publishIdOf(await h.tiktokPost(token, [address], { title: 'after the restart' }));
    expect((await h.tiktokStatus(token, publishId)).data['status']).toBe('PROCESSING_DOWNLOAD');
    await h.sandbox.close();
    await h.open();
    await eventually(
      'the post is public',
      async () => (await h.publications(`?account=${openId}`)).length === 1,
      10_000,
    );
    await h.sandbox.close();
    await h.open();
    await h.settings({ processingMs: 0 });
    expect((await settled(token, publishId))['status']).toBe('PUBLISH_COMPLETE');
    expect(await h.publications(`?account=${openId}`)).toHaveLength(1);
  });
});
