import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../harness/src/eventually.ts';
import { Harness, graphErrorOf, picture } from '../testing/harness.ts';
import type { Answer } from '../testing/harness.ts';

const h = new Harness();
let address = '';

beforeAll(async () => {
  await h.start();
  await h.settings({ tiktokModerationMs: 0 });
  address = h.pictures.add(await picture());
});
afterAll(() => h.stop());
afterEach(() => h.settings({ clockOffsetSeconds: 0 }));

const day = 86_400;

/** An account with enough followers that an hour shows. */
async function large(platform: string, name: string): Promise<string> {
  await h.call('POST', '/sandbox/accounts', { json: { platform, name, followers: 8000 } });
  return name;
}

/** The figure after an hour, a day, a week and a month. */
async function over(read: () => Promise<number>): Promise<number[]> {
  const figures: number[] = [];
  for (const seconds of [3600, day, 7 * day, 30 * day]) {
    await h.settings({ clockOffsetSeconds: seconds });
    figures.push(await read());
  }
  await h.settings({ clockOffsetSeconds: 0 });
  return figures;
}

function expectGrowth(figures: readonly number[]): void {
  const [hour = 0, aDay = 0, week = 0, month = 0] = figures;
  expect(hour).toBeGreaterThan(0);
  expect(aDay).toBeGreaterThan(hour);
  expect(week).toBeGreaterThan(aDay);
  expect(month - week).toBeLessThan((week - hour) / 10);
}

describe('a post that is moved in time', () => {
  it('has the figures of its new age, stands in its new place, and stays there after a restart', async () => {
    const account = await large('instagram', 'Moved Gram');
    const { token, account: id } = await h.instagram(account);
    const posted = async (text: string) => String((await h.publishOnInstagram(token, id, text, address)).body['id']);
    const [first, second] = [await posted('first'), await posted('second')];
    const reach = async (): Promise<number> => {
      const { body } = await h.call('GET', `/instagram/graph/v25.0/${second}/insights?metric=reach`, { token });
      return (body['data'] as { values: { value: number }[] }[])[0]?.values[0]?.value ?? 0;
    };
    expect(await reach()).toBeLessThan(10);
    const at = new Date(Date.now() - 7 * day * 1_000).toISOString();
    expect((await h.call('PUT', `/sandbox/publications/instagram/${second}`, { json: { at } })).body).toMatchObject({
      ...{ remoteId: second, at },
    });
    for (const isRestarted of [false, true]) {
      if (isRestarted) {
        await h.sandbox.close();
        await h.open();
      }
      expect(await reach()).toBeGreaterThan(500);
      const rows = await h.publications(`?account=${encodeURIComponent(account)}`);
      expect(rows.map(({ remoteId }) => remoteId)).toEqual([second, first]);
    }
  });

  it('is one that is there, and to a time', async () => {
    const put = (id: string, json: Answer) => h.call('PUT', `/sandbox/publications/instagram/${id}`, { json });
    expect((await put('none', { at: '2026-11-20T09:00:00Z' })).status).toBe(404);
    const [row] = await h.publications('?platform=instagram');
    expect((await put(row?.remoteId ?? '', { at: 'yesterday' })).body).toMatchObject({ error: 'invalid_time' });
  });
});

describe('figures of Instagram', () => {
  it('grow with the age of a post, and refuse what is no metric of a photo', async () => {
    const { token, account } = await h.instagram(await large('instagram', 'Growing Gram'));
    const id = String((await h.publishOnInstagram(token, account, 'grow', address)).body['id']);
    const metrics = 'views,reach,likes,comments,saved,shares,total_interactions';
    const read = async (metric: string): Promise<Answer[]> => {
      const answer = await h.call('GET', `/instagram/graph/v25.0/${id}/insights?metric=${metric}`, { token });
      return answer.body['data'] as Answer[];
    };
    const value = (item: Answer | undefined): number => (item?.['values'] as { value: number }[])[0]?.value ?? -1;
    expectGrowth(await over(async () => value((await read('reach'))[0])));
    await h.settings({ clockOffsetSeconds: day });
    const all = await read(metrics);
    expect(all.map((item) => [item['name'], item['period']])).toEqual(
      metrics.split(',').map((name) => [name, 'lifetime']),
    );
    expect(await read(metrics)).toEqual(all);
    const fields = await h.call('GET', `/instagram/graph/${id}?fields=like_count,comments_count`, { token });
    expect(fields.body['like_count']).toBe(value(all[2]));
    for (const gone of ['impressions', 'plays', 'reach,ig_reels_avg_watch_time']) {
      const refused = await h.call('GET', `/instagram/graph/${id}/insights?metric=${gone}`, { token });
      expect(graphErrorOf(refused)['code']).toBe(100);
    }
  });

  it('tell of the account by window and by day', async () => {
    const made = await h.call('POST', '/sandbox/accounts', {
      json: { platform: 'instagram', name: 'Window Shop', followers: 3000, history: { posts: 20, days: 40 } },
    });
    const history = made.body['history'] as { id: string; reach: number }[];
    expect(history[0]?.reach).toBeGreaterThan(100);
    const { token, account } = await h.instagram('Window Shop');
    const now = Math.floor(Date.now() / 1000);
    const path = `/instagram/graph/v25.0/${account}/insights?period=day&since=${now - 7 * day}&until=${now}`;
    const total = await h.call('GET', `${path}&metric=reach,views,likes&metric_type=total_value`, { token });
    const [reach] = total.body['data'] as { total_value: { value: number } }[];
    expect(reach?.total_value.value).toBeGreaterThan(500);
    const series = await h.call('GET', `${path}&metric=reach,follower_count`, { token });
    const [perDay, followers] = series.body['data'] as { values: { value: number; end_time: string }[] }[];
    expect(perDay?.values.length).toBeGreaterThanOrEqual(7);
    expect(followers?.values.reduce((sum, one) => sum + one.value, 0)).toBeGreaterThan(5);
    // Late figures are missing, not 0.
    await h.settings({ metaLagDays: 2 });
    const midnight = Math.floor(now / day) * day;
    const dayEndingAt = async (end: number): Promise<unknown[]> => {
      const window = `period=day&metric_type=total_value&since=${end - day}&until=${end}`;
      const answer = await h.call('GET', `/instagram/graph/v25.0/${account}/insights?metric=views&${window}`, {
        token,
      });
      return answer.body['data'] as unknown[];
    };
    expect(await dayEndingAt(midnight - day)).toEqual([]);
    expect(await dayEndingAt(midnight - 2 * day)).toEqual([
      expect.objectContaining({ total_value: { value: expect.any(Number) } }),
    ]);
    await h.settings({ metaLagDays: 0 });
    const past = await h.call('GET', `/instagram/graph/${history[0]?.id ?? ''}/insights?metric=reach`, { token });
    expect((past.body['data'] as { values: { value: number }[] }[])[0]?.values[0]?.value).toBe(history[0]?.reach);
    const count = async (): Promise<number> =>
      Number((await h.call('GET', '/instagram/graph/me?fields=followers_count', { token })).body['followers_count']);
    const before = await count();
    await h.settings({ clockOffsetSeconds: 20 * day });
    expect(await count()).toBeGreaterThan(before);
  });
});

describe('figures of Facebook', () => {
  it('grow for posts and Pages; old names are refused', async () => {
    const { pages } = await h.facebook(await large('facebook', 'Growing Page'));
    const { id = '', access_token: token = '' } = pages[0] ?? {};
    const post = await h.call('POST', `/facebook/graph/${id}/photos`, {
      token,
      form: { url: address, caption: 'grow' },
    });
    const postId = String(post.body['post_id']);
    const metrics = 'post_media_view,post_total_media_view_unique,post_clicks,post_reactions_by_type_total';
    const read = async (): Promise<{ name: string; values: { value: unknown }[] }[]> =>
      (await h.call('GET', `/facebook/graph/v25.0/${postId}/insights?metric=${metrics}`, { token })).body[
        'data'
      ] as never;
    expectGrowth(await over(async () => Number((await read())[0]?.values[0]?.value)));
    await h.settings({ clockOffsetSeconds: 3 * day });
    expect((await read())[3]?.values[0]?.value).toMatchObject({ like: expect.any(Number) });
    const fields = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0)';
    const counters = await h.call('GET', `/facebook/graph/v25.0/${postId}?fields=${fields}`, { token });
    expect((counters.body['reactions'] as { summary: { total_count: number } }).summary.total_count).toBeGreaterThan(5);
    const now = Math.floor(Date.now() / 1000) + 3 * day;
    const page = await h.call(
      'GET',
      `/facebook/graph/v25.0/${id}/insights?metric=page_media_view,page_follows&period=day&since=${now - 2 * day}&until=${now}`,
      { token },
    );
    const [views, follows] = page.body['data'] as { values: { value: number }[] }[];
    expect(views?.values.at(-2)?.value).toBeGreaterThan(0);
    expect(follows?.values.at(-1)?.value).toBeGreaterThan(400);
    const endsOf = async (): Promise<string[]> => {
      const window = `period=day&since=${now - 3 * day}&until=${now}`;
      const path = `/facebook/graph/v25.0/${id}/insights?metric=page_media_view&${window}`;
      const [series] = (await h.call('GET', path, { token })).body['data'] as { values: { end_time: string }[] }[];
      return series?.values.map(({ end_time: end }) => end) ?? [];
    };
    const ends = await endsOf();
    await h.settings({ metaLagDays: 1 });
    // Today's and yesterday's are not there yet.
    expect(await endsOf()).toEqual(ends.slice(0, -2));
    await h.settings({ metaLagDays: 0 });
    const old = await h.call('GET', `/facebook/graph/v25.0/${postId}/insights?metric=post_impressions`, { token });
    expect(graphErrorOf(old)['code']).toBe(100);
    const none = await h.call('GET', `/facebook/graph/v25.0/${postId}/insights`, { token });
    expect(graphErrorOf(none)).toMatchObject({ code: 3001, error_subcode: 1504028 });
  });
});

describe('figures of X', () => {
  it('grow in public metrics; the author’s own are there for 30 days', async () => {
    const { token } = await h.x(await large('x', 'Growing X'));
    const made = await h.call('POST', '/x/2/tweets', { token, json: { text: 'grow' } });
    const id = String((made.body['data'] as Answer)['id']);
    const read = async (fields: string): Promise<Answer> =>
      (await h.call('GET', `/x/2/tweets?ids=${id}&tweet.fields=${fields}`, { token })).body;
    // An access token lives two hours; this one shall last the month.
    await h.settings({ xAccessTokenSeconds: 90 * day });
    const long = (await h.x('Growing X')).token;
    const views = async (): Promise<number> => {
      const answer = await h.call('GET', `/x/2/tweets?ids=${id}&tweet.fields=public_metrics`, { token: long });
      return (
        (answer.body['data'] as { public_metrics: { impression_count: number } }[])[0]?.public_metrics
          .impression_count ?? 0
      );
    };
    expectGrowth(await over(views));
    const own = (await read('non_public_metrics'))['data'] as { non_public_metrics: Answer }[];
    expect(own[0]?.non_public_metrics).toHaveProperty('url_link_clicks');
    await h.settings({ clockOffsetSeconds: 31 * day });
    const old = await h.call('GET', `/x/2/tweets?ids=${id}&tweet.fields=non_public_metrics`, { token: long });
    expect(old.body['errors']).toHaveLength(1);
    await h.settings({ clockOffsetSeconds: 0 });
    const other = (await h.x('Other X')).token;
    const foreign = await h.call('GET', `/x/2/tweets?ids=${id}&tweet.fields=non_public_metrics`, { token: other });
    expect(foreign.status).toBe(403);
  });
});

describe('figures of LinkedIn', () => {
  const body = (author: string, commentary: string): Answer => ({
    author,
    commentary,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED' },
    lifecycleState: 'PUBLISHED',
  });

  it('grow for organizations, and for members with the analytics permission alone', async () => {
    const { token, member, organization } = await h.linkedIn();
    const own = (await h.rest('POST', '/posts', token, body(member, 'mine'))).headers.get('x-restli-id') ?? '';
    const urn = (await h.rest('POST', '/posts', token, body(organization, 'ours'))).headers.get('x-restli-id') ?? '';
    const enc = encodeURIComponent;
    const path = `/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${enc(organization)}`;
    for (const shares of [`&shares=List(${enc(urn)})`, `&shares[0]=${enc(urn)}`]) {
      expectGrowth(
        await over(async () => {
          const [first] = (await h.rest('GET', path + shares, token)).body['elements'] as {
            totalShareStatistics: { impressionCount: number };
          }[];
          return first?.totalShareStatistics.impressionCount ?? 0;
        }),
      );
    }
    expect((await h.rest('GET', `${path}&shares=List(${enc(urn)})`, token)).body['elements']).toEqual([]);
    const size = await h.rest('GET', `/networkSizes/${enc(organization)}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`, token);
    expect(size.body['firstDegreeSize']).toBeGreaterThan(300);
    const analytics = `/memberCreatorPostAnalytics?q=entity&entity=(share:${enc(own)})&queryType=IMPRESSION&aggregation=TOTAL`;
    await h.settings({ clockOffsetSeconds: day });
    const [count] = (await h.rest('GET', analytics, token)).body['elements'] as { count: number }[];
    expect(count?.count).toBeGreaterThan(0);
    const followers = await h.rest('GET', '/memberFollowersCount?q=me', token);
    expect((followers.body['elements'] as Answer[])[0]?.['memberFollowersCount']).toBeGreaterThan(300);
    const start = Date.now() - 3 * day * 1000;
    const gains = await h.rest(
      'GET',
      `/organizationalEntityFollowerStatistics?q=organizationalEntity&organizationalEntity=${enc(organization)}&timeIntervals=(timeRange:(start:${start},end:${Date.now()}),timeGranularityType:DAY)`,
      token,
    );
    expect((gains.body['elements'] as unknown[]).length).toBeGreaterThanOrEqual(3);
    await h.settings({ clockOffsetSeconds: 0 });
    const few = await h.linkedIn('Growing Few', 'openid profile w_member_social');
    const mine = (await h.rest('POST', '/posts', few.token, body(few.member, 'x'))).headers.get('x-restli-id') ?? '';
    for (const closed of [
      `/memberCreatorPostAnalytics?q=entity&entity=(share:${enc(mine)})&queryType=IMPRESSION`,
      `/socialMetadata/${enc(mine)}`,
      '/memberFollowersCount?q=me',
    ]) {
      expect((await h.rest('GET', closed, few.token)).status).toBe(403);
    }
  });

  it('are told a member a hundred times a day and an app five hundred times, and not once more', async () => {
    const reads = async (token: string, organization: string, calls: number): Promise<number[]> => {
      const path = `/networkSizes/${encodeURIComponent(organization)}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`;
      const statuses: number[] = [];
      for (let call = 0; call < calls; call += 1) {
        statuses.push((await h.rest('GET', path, token)).status);
      }
      return statuses;
    };
    const members = await Promise.all(Array.from({ length: 6 }, (_, number) => h.linkedIn(`Counted Member ${number}`)));
    const answered: number[] = [];
    for (const { token, organization } of members) {
      answered.push((await reads(token, organization, 101)).filter((status) => status === 200).length);
    }
    // Other tests have read as well: the fifth member gets what is left of the app's calls, the sixth nothing.
    expect(answered).toEqual([100, 100, 100, 100, expect.any(Number), 0]);
    expect(answered[4]).toBeGreaterThan(50);
    expect(answered[4]).toBeLessThanOrEqual(100);
    const [logged] = (await h.call('GET', '/sandbox/requests?target=linkedin')).body as unknown as Answer[];
    expect(logged).toMatchObject({ account: members.at(-1)?.member.split(':').at(-1), status: 429 });
    await h.settings({ quotas: 'off' });
    expect(await reads(members[0]?.token ?? '', members[0]?.organization ?? '', 1)).toEqual([200]);
    await h.settings({ quotas: 'documented' });
  });
});

describe('figures of TikTok', () => {
  it('grow in the video list and query', async () => {
    const { token, openId } = await h.tiktok(await large('tiktok', 'Growing Tok'));
    await h.tiktokPost(token, [address], { title: 'grow' });
    const [row] = await eventually(
      'the post is public',
      async () => {
        const rows = await h.publications(`?account=${openId}`);
        return rows.length > 0 && rows;
      },
      10_000,
    );
    const query = async (): Promise<Answer> => {
      const answer = await h.call('POST', '/tiktok/v2/video/query/?fields=id,view_count,like_count,share_url', {
        token,
        json: { filters: { video_ids: [row?.remoteId] } },
      });
      return (answer.body['data'] as { videos: Answer[] }).videos[0] ?? {};
    };
    const figures: number[] = [];
    for (const seconds of [3600, 12 * 3600, 23 * 3600]) {
      await h.settings({ clockOffsetSeconds: seconds });
      figures.push(Number((await query())['view_count']));
    }
    const [hour = 0, half = 0, day = 0] = figures;
    expect(hour).toBeGreaterThan(0);
    expect(half).toBeGreaterThan(hour);
    expect(day).toBeGreaterThan(half);
    const info = await h.call('GET', '/tiktok/v2/user/info/?fields=likes_count,follower_count', { token });
    const user = (info.body['data'] as { user: { likes_count: number } }).user;
    expect(user.likes_count).toBe(Number((await query())['like_count']));
  });
});
