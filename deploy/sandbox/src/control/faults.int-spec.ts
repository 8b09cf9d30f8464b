import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../harness/src/eventually.ts';
import { measure } from '../media/measure.ts';
import { Harness, graphErrorOf, picture } from '../testing/harness.ts';

const h = new Harness();
let address = '';
let sequence = 0;

beforeAll(async () => {
  await h.start();
  await h.settings({ quotas: 'off', tiktokModerationMs: 0 });
  address = h.pictures.add(await picture());
});
afterAll(() => h.stop());

type Result = Awaited<ReturnType<Harness['call']>>;

interface Publisher {
  readonly target: string;
  /** A fresh connection; gives back one publishing step that carries a picture where the platform takes one. */
  connect(): Promise<{ publish: (text: string, timeoutMs?: number) => Promise<Result>; rows: () => Promise<string[]> }>;
}

const publishers: Publisher[] = [
  {
    target: 'instagram',
    connect: async () => {
      const { token, account } = await h.instagram(`Fault IG ${(sequence += 1)}`);
      return {
        publish: async (text, timeoutMs = 3000) => {
          const made = await h.call('POST', `/instagram/graph/${account}/media`, {
            token,
            form: { image_url: address, caption: text },
            timeoutMs,
          });
          if (made.status !== 200) {
            return made;
          }
          return h.call('POST', `/instagram/graph/${account}/media_publish`, {
            token,
            form: { creation_id: String(made.body['id']) },
            timeoutMs,
          });
        },
        rows: async () => (await h.publications(`?account=${account}`)).map((row) => row.text),
      };
    },
  },
  {
    target: 'facebook',
    connect: async () => {
      const { pages } = await h.facebook(`Fault FB ${(sequence += 1)}`);
      const { id = '', access_token: token = '' } = pages[0] ?? {};
      return {
        publish: (text, timeoutMs = 3000) =>
          h.call('POST', `/facebook/graph/${id}/photos`, { token, form: { url: address, caption: text }, timeoutMs }),
        rows: async () => (await h.publications(`?account=${id}`)).map((row) => row.text),
      };
    },
  },
  {
    target: 'x',
    connect: async () => {
      const { token, id } = await h.x(`Fault X ${(sequence += 1)}`);
      const bytes = await picture();
      return {
        publish: async (text, timeoutMs = 3000) => {
          const json = { media: bytes.toString('base64'), media_category: 'tweet_image' };
          const media = await h.call('POST', '/x/2/media/upload', { token, json, timeoutMs });
          if (media.status !== 200) {
            return media;
          }
          const ids = [(media.body['data'] as { id: string }).id];
          return h.call('POST', '/x/2/tweets', { token, json: { text, media: { media_ids: ids } }, timeoutMs });
        },
        rows: async () => (await h.publications(`?account=${id}`)).map((row) => row.text),
      };
    },
  },
  {
    target: 'linkedin',
    connect: async () => {
      const { token, organization } = await h.linkedIn(`Fault LI ${(sequence += 1)}`);
      const bytes = await picture();
      return {
        publish: async (text, timeoutMs = 3000) => {
          const owner = { initializeUploadRequest: { owner: organization } };
          const announced = await h.rest('POST', '/images?action=initializeUpload', token, owner, {}, timeoutMs);
          if (announced.status !== 200) {
            return announced;
          }
          const { uploadUrl, image } = announced.body['value'] as { uploadUrl: string; image: string };
          const url = new URL(uploadUrl);
          await fetch(h.url(url.pathname), {
            method: 'PUT',
            headers: { authorization: `Bearer ${token}` },
            body: new Uint8Array(bytes),
          });
          const post = {
            author: organization,
            commentary: text,
            visibility: 'PUBLIC',
            distribution: { feedDistribution: 'MAIN_FEED' },
            content: { media: { id: image } },
            lifecycleState: 'PUBLISHED',
          };
          return h.rest('POST', '/posts', token, post, {}, timeoutMs);
        },
        rows: async () =>
          (await h.publications(`?account=${organization.split(':').at(-1) ?? ''}`)).map((row) => row.text),
      };
    },
  },
  {
    target: 'tiktok',
    connect: async () => {
      const { token, openId } = await h.tiktok(`Fault TT ${(sequence += 1)}`);
      return {
        publish: async (text, timeoutMs = 3000) => {
          const started = await h.tiktokPost(token, [address], { title: text }, {}, timeoutMs);
          const data = started.body?.['data'] as { publish_id?: string } | undefined;
          if (data?.publish_id === undefined || started.status !== 200) {
            return started;
          }
          // The picture is pulled after the answer.
          const done = await eventually(
            'the picture is downloaded',
            async () => {
              const { data: state } = await h.tiktokStatus(token, data.publish_id ?? '');
              return (text === 'stuck' || state['status'] !== 'PROCESSING_DOWNLOAD') && state;
            },
            10_000,
          );
          switch (done['status']) {
            case 'FAILED':
              return { ...started, status: 400, body: done };
            case 'PROCESSING_DOWNLOAD':
              return { ...started, status: 102 };
            default:
              return started;
          }
        },
        rows: async () => (await h.publications(`?account=${openId}`)).map((row) => row.text),
      };
    },
  },
];

describe.each(publishers)('faults of $target', ({ target, connect }) => {
  it('latency delays', async () => {
    const { publish } = await connect();
    await h.fault(target, { mode: 'latency', latencyMs: 300, count: 1 });
    const started = performance.now();
    expect((await publish('late')).status).toBeLessThan(300);
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  it('error refuses before any effect, with the asked status', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'error', status: 502, calls: ['publish'], count: 1 });
    expect((await publish('fails')).status).toBe(502);
    expect(await rows()).toEqual([]);
    expect((await publish('fails')).status).toBeLessThan(300);
  });

  it('reset_before breaks the connection and nothing happened', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'reset_before', calls: ['publish'], count: 1 });
    await expect(publish('reset')).rejects.toThrow('fetch failed');
    expect(await rows()).toEqual([]);
  });

  it('hang_after commits and never answers', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'hang_after', count: 1 });
    await expect(publish('hangs', 700)).rejects.toThrow(/timeout|aborted/i);
    // TikTok commits to the work, which is done a moment later.
    expect(await eventually('the post is public', () => rows().then((all) => all.length > 0 && all), 10_000)).toEqual([
      'hangs',
    ]);
  });

  it('garbage commits and answers what nobody can read', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'garbage', count: 1 });
    const answer = await publish('garbled');
    expect(answer.body).toBeNull();
    expect(await eventually('the post is public', () => rows().then((all) => all.length > 0 && all), 10_000)).toEqual([
      'garbled',
    ]);
  });

  it('rate_limit says when to come back', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'rate_limit', retryAfter: 120, count: 1 });
    const answer = await publish('too often');
    if (target === 'linkedin') {
      expect(answer.body).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    } else if (target === 'tiktok') {
      expect(answer.status).toBe(429);
      expect(graphErrorOf(answer)['code']).toBe('rate_limit_exceeded');
    } else if (target === 'x') {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('x-rate-limit-reset')) - Date.now() / 1000).toBeGreaterThan(115);
    } else {
      expect(graphErrorOf(answer)['code']).toBe(4);
      expect(answer.headers.get('x-business-use-case-usage')).toContain('"estimated_time_to_regain_access":2');
    }
    expect(await rows()).toEqual([]);
  });

  it('token_revoked kills the token for good', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'token_revoked', count: 1 });
    const first = await publish('revoked');
    const second = await publish('revoked');
    for (const answer of [first, second]) {
      if (target === 'linkedin') {
        expect(answer.body['code']).toBe('REVOKED_ACCESS_TOKEN');
      } else if (target === 'tiktok') {
        expect(graphErrorOf(answer)['code']).toBe('access_token_invalid');
      } else if (target === 'x') {
        expect(answer.status).toBe(401);
      } else {
        expect(graphErrorOf(answer)['code']).toBe(190);
      }
    }
    expect(await rows()).toEqual([]);
  });

  it('media_rejected refuses the picture', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'media_rejected', count: 1 });
    const answer = await publish('ugly');
    expect(answer.status).toBe(400);
    if (target === 'linkedin') {
      expect(answer.body['code']).toBe('MEDIA_ASSET_PROCESSING_FAILED');
    } else if (target === 'tiktok') {
      expect(answer.body['fail_reason']).toBe('file_format_check_failed');
    } else if (target !== 'x') {
      expect(graphErrorOf(answer)['code']).toBe(target === 'instagram' ? 36003 : 324);
    }
    expect(await rows()).toEqual([]);
  });

  it('processing_forever never gets ready where the platform processes', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'processing_forever', count: 1 });
    const answer = await publish('stuck');
    if (target === 'instagram') {
      expect(graphErrorOf(answer)['code']).toBe(9007);
    }
    if (target === 'x') {
      expect(answer.status).toBe(400);
    }
    if (target === 'linkedin') {
      expect(answer.body['code']).toBe('MEDIA_ASSET_PROCESSING');
    }
    if (target === 'tiktok') {
      expect(answer.status).toBe(102);
    }
    // Pages have no processing step for photos: the documented exception.
    expect(await rows()).toEqual(target === 'facebook' ? ['stuck'] : []);
  });

  it('probability strikes a share of the calls, none clears', async () => {
    const { publish, rows } = await connect();
    await h.fault(target, { mode: 'error', probability: 0.5, calls: ['publish'] });
    let failed = 0;
    for (let n = 0; n < 20; n += 1) {
      if ((await publish(`maybe ${n}`)).status >= 400) {
        failed += 1;
      }
    }
    expect(failed).toBeGreaterThan(2);
    expect(failed).toBeLessThan(18);
    expect(await rows()).toHaveLength(20 - failed);
    await h.fault(target, { mode: 'none' });
    expect((await publish('fine')).status).toBeLessThan(300);
  });
});

describe('the fault calls', () => {
  it('refuse unknown targets, modes and values with a sentence', async () => {
    for (const [target, body] of [
      ['myspace', { mode: 'error' }],
      ['x', { mode: 'explode' }],
      ['x', {}],
      ['x', { mode: 'error', probability: 2 }],
      ['x', { mode: 'error', often: true }],
      ['x', { mode: 'error', calls: ['all'] }],
    ] as const) {
      const answer = await h.call('PUT', `/sandbox/faults/${target}`, { json: body });
      expect([answer.status, typeof answer.body['message']]).toEqual([400, 'string']);
    }
  });

  it('hold what belongs to the object store', async () => {
    await h.fault('s3', { mode: 'error', status: 503, count: 2 });
    expect((await h.call('GET', '/sandbox/faults/s3')).body).toEqual({ mode: 'error', status: 503, count: 2 });
    expect((await h.call('GET', '/sandbox/faults')).body['s3']).toEqual({ mode: 'error', status: 503, count: 2 });
    expect((await h.call('POST', '/sandbox/faults/s3/take')).body).toEqual({
      fault: { mode: 'error', status: 503, count: 2 },
    });
    await h.call('POST', '/sandbox/faults/s3/take');
    expect((await h.call('POST', '/sandbox/faults/s3/take')).body).toEqual({ fault: null });
  });

  it('answer to the platform’s product name and to x alike', async () => {
    await h.fault('twitter', { mode: 'latency', latencyMs: 5 });
    expect((await h.call('GET', '/sandbox/faults/x')).body).toEqual({ mode: 'latency', latencyMs: 5 });
    await h.fault('x', { mode: 'none' });
  });
});

describe('the other control calls', () => {
  it('shows requests newest first with their secrets masked', async () => {
    const { token } = await h.x('Masked');
    await h.call('POST', '/x/2/tweets', { token, json: { text: 'seen' } });
    const requests = (await h.call('GET', '/sandbox/requests?target=x')).body as unknown as {
      path: string;
      headers: Record<string, string>;
      body: string;
    }[];
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/x/2/tweets', status: 201, body: '{"text":"seen"}' });
    expect(requests[0]?.headers['authorization']).toMatch(/^Bearer .{4}\*\*\*$/);
    const all = JSON.stringify(requests);
    expect(all).not.toContain(token);
    expect(all).not.toContain('sandbox-x-client-secret');
    expect((await h.call('GET', '/sandbox/requests?target=nobody')).status).toBe(400);
  });

  it('creates accounts with a history that reads like one', async () => {
    const made = await h.call('POST', '/sandbox/accounts', {
      json: { platform: 'instagram', name: 'Oak & Anvil', followers: 5000, history: { posts: 30, days: 60 } },
    });
    expect([made.status, made.body['followers']]).toEqual([201, 5000]);
    const { token, account } = await h.instagram('Oak & Anvil');
    expect(account).toBe(made.body['id']);
    const list = await h.call(
      'GET',
      `/instagram/graph/${account}/media?fields=id,caption,timestamp,like_count&limit=100`,
      { token },
    );
    expect(list.body['data']).toHaveLength(30);
    expect(await h.publications(`?account=${account}`)).toEqual([]);
    expect((await h.call('POST', '/sandbox/accounts', { json: { platform: 'myspace', name: 'x' } })).status).toBe(400);
  });

  it('draws an avatar for every account', async () => {
    const accounts = (await h.call('GET', '/sandbox/accounts')).body as unknown as { platform: string; id: string }[];
    expect(accounts.length).toBeGreaterThan(20);
    for (const { platform, id } of accounts) {
      const answer = await fetch(h.url(`/sandbox/avatars/${platform}/${id}.png`));
      const drawn = measure(Buffer.from(await answer.arrayBuffer()));
      expect([answer.status, drawn.format, drawn.width]).toEqual([200, 'png', 96]);
    }
    expect(h.errors).toEqual([]);
  });

  it('serves its page, and keeps other sites from changing anything', async () => {
    const page = await h.call('GET', '/');
    expect([page.status, page.text.includes('<h1>Sandbox</h1>')]).toEqual([200, true]);
    const foreign = await h.call('POST', '/sandbox/reset', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(403);
  });

  it('forgets everything on reset', async () => {
    const { token } = await h.x('Forgotten');
    await h.call('POST', '/x/2/tweets', { token, json: { text: 'short life' } });
    expect((await h.call('POST', '/sandbox/reset')).status).toBe(200);
    expect(await h.publications()).toEqual([]);
    expect((await h.call('GET', '/x/2/users/me', { token })).status).toBe(401);
    expect((await h.x()).username).toBe('marlowbakes');
  });
});
