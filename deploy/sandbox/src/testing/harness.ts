import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCredentials } from '../environment.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { PictureHost } from './pictures.ts';

export { picture } from './pictures.ts';

/** The JSON of an answer, untyped. */
export type Answer = Record<string, unknown>;

export const redirectUri = 'http://localhost:3000/api/social/callback';

/** A sandbox on free ports with a data directory of its own. */
export class Harness {
  readonly pictures = new PictureHost();
  sandbox!: Sandbox;
  dataDir = '';
  readonly errors: unknown[] = [];

  async start(): Promise<void> {
    this.dataDir = await mkdtemp(join(tmpdir(), 'postloom-sandbox-'));
    await this.pictures.start();
    await this.open();
  }

  async open(): Promise<void> {
    this.sandbox = await startSandbox({
      dataDir: this.dataDir,
      port: 0,
      smtpPort: 0,
      seed: 7,
      report: (error) => this.errors.push(error),
    });
  }

  async stop(): Promise<void> {
    await this.sandbox.close();
    await this.pictures.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.sandbox.port}${path}`;
  }

  /** A call with JSON (or form) body; the answer's JSON, or null when it is none. */
  async call(
    method: string,
    path: string,
    options: {
      token?: string;
      headers?: Record<string, string>;
      json?: unknown;
      form?: Record<string, string> | FormData;
      timeoutMs?: number;
    } = {},
  ): Promise<{ status: number; body: Answer; headers: Headers; text: string }> {
    const headers: Record<string, string> = { ...options.headers };
    if (options.token !== undefined) {
      headers['authorization'] = `Bearer ${options.token}`;
    }
    if (options.json !== undefined) {
      headers['content-type'] = 'application/json';
    }
    const form = options.form instanceof FormData ? options.form : options.form && new URLSearchParams(options.form);
    const body = options.json === undefined ? (form ?? null) : JSON.stringify(options.json);
    const answer = await fetch(this.url(path), {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? 20_000),
    });
    const text = await answer.text();
    let parsed: unknown = null;
    try {
      parsed = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) {
        throw error;
      }
    }
    return { status: answer.status, body: parsed as Answer, headers: answer.headers, text };
  }

  async publications(query = ''): Promise<
    {
      platform: string;
      accountId: string;
      remoteId: string;
      kind: string;
      text: string;
      media: { sha256: string; width: number; height: number; mimeType: string; bytes: number; gps: boolean }[];
      deletedAt?: string;
      permalink: string;
    }[]
  > {
    const answer = await this.call('GET', `/sandbox/publications${query}`);
    return answer.body as unknown as Awaited<ReturnType<Harness['publications']>>;
  }

  async fault(target: string, body: Answer): Promise<void> {
    const answer = await this.call('PUT', `/sandbox/faults/${target}`, { json: body });
    if (answer.status !== 200) {
      throw new Error(answer.text);
    }
  }

  /** The code of an authorize request that is approved by script. */
  async code(path: string, query: Record<string, string>): Promise<URL> {
    const search = new URLSearchParams({
      response_type: 'code',
      redirect_uri: redirectUri,
      state: 's-1',
      sandbox_approve: '1',
      ...query,
    });
    const answer = await this.call('GET', `${path}?${search.toString()}`);
    if (answer.status !== 302) {
      throw new Error(`authorize answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    }
    return new URL(answer.headers.get('location') ?? '');
  }

  /** Instagram: a long-lived token and the account's id. */
  async instagram(account?: string): Promise<{ token: string; account: string }> {
    const scope = 'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_insights';
    const back = await this.code('/instagram/oauth/authorize', {
      client_id: sandboxCredentials.instagram.clientId,
      scope,
      ...(account === undefined ? {} : { sandbox_account: account }),
    });
    const short = await this.call('POST', '/instagram/oauth/access_token', {
      form: {
        client_id: sandboxCredentials.instagram.clientId,
        client_secret: sandboxCredentials.instagram.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code: back.searchParams.get('code') ?? '',
      },
    });
    const query = new URLSearchParams({
      grant_type: 'ig_exchange_token',
      client_secret: sandboxCredentials.instagram.clientSecret,
      access_token: String(short.body['access_token']),
    });
    const long = await this.call('GET', `/instagram/graph/access_token?${query.toString()}`);
    return { token: String(long.body['access_token']), account: String(short.body['user_id']) };
  }

  /** Facebook: the Pages of the grant, with their tokens. */
  async facebook(
    account?: string,
  ): Promise<{ user: string; pages: { id: string; name: string; access_token: string; tasks: string[] }[] }> {
    const app = sandboxCredentials.facebook;
    const back = await this.code('/facebook/v25.0/dialog/oauth', {
      client_id: app.clientId,
      scope: 'pages_show_list,pages_read_engagement,pages_manage_posts,read_insights',
      ...(account === undefined ? {} : { sandbox_account: account }),
    });
    const base = { client_id: app.clientId, client_secret: app.clientSecret };
    const short = await this.call('POST', '/facebook/graph/v25.0/oauth/access_token', {
      form: { ...base, redirect_uri: redirectUri, code: back.searchParams.get('code') ?? '' },
    });
    const long = await this.call('POST', '/facebook/graph/v25.0/oauth/access_token', {
      form: { ...base, grant_type: 'fb_exchange_token', fb_exchange_token: String(short.body['access_token']) },
    });
    const user = String(long.body['access_token']);
    const pages = await this.call(
      'GET',
      '/facebook/graph/v25.0/me/accounts?fields=id,name,access_token,tasks,picture{url}',
      { token: user },
    );
    return { user, pages: pages.body['data'] as Awaited<ReturnType<Harness['facebook']>>['pages'] };
  }

  /** X: what a callback receives before the token call. */
  async xCode(
    scope = 'tweet.read tweet.write users.read media.write offline.access',
    account?: string,
  ): Promise<{ code: string; verifier: string; state: string | null }> {
    const verifier = randomBytes(32).toString('base64url');
    const back = await this.code('/x/i/oauth2/authorize', {
      client_id: sandboxCredentials.twitter.clientId,
      scope,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(account === undefined ? {} : { sandbox_account: account }),
    });
    return { code: back.searchParams.get('code') ?? '', verifier, state: back.searchParams.get('state') };
  }

  xToken(form: Record<string, string>, authorization = xBasic): Promise<Awaited<ReturnType<Harness['call']>>> {
    return this.call('POST', '/x/2/oauth2/token', { form, headers: authorization === '' ? {} : { authorization } });
  }

  async x(account?: string, scope?: string): Promise<{ token: string; refresh: string; id: string; username: string }> {
    const { code, verifier } = await this.xCode(scope, account);
    const answer = await this.xToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    const token = String(answer.body['access_token']);
    const me = await this.call('GET', '/x/2/users/me', { token });
    const data = me.body['data'] as Answer | undefined;
    return {
      token,
      refresh: String(answer.body['refresh_token']),
      id: String(data?.['id']),
      username: String(data?.['username']),
    };
  }

  /** LinkedIn: a member with everything granted, and the organization they administer. */
  async linkedIn(
    account?: string,
    scope = 'openid profile w_member_social w_organization_social r_organization_social rw_organization_admin r_member_postAnalytics r_member_profileAnalytics',
  ): Promise<{ token: string; refresh: string; member: string; organization: string }> {
    const app = sandboxCredentials.linkedin;
    const back = await this.code('/linkedin/oauth/v2/authorization', {
      client_id: app.clientId,
      scope,
      ...(account === undefined ? {} : { sandbox_account: account }),
    });
    const answer = await this.call('POST', '/linkedin/oauth/v2/accessToken', {
      form: {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: redirectUri,
      },
    });
    const token = String(answer.body['access_token']);
    const me = await this.call('GET', '/linkedin/v2/userinfo', { token });
    const roles = await this.rest('GET', '/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED', token);
    const [first] = (roles.body['elements'] ?? []) as { organization: string }[];
    return {
      token,
      refresh: String(answer.body['refresh_token']),
      member: `urn:li:person:${String(me.body['sub'])}`,
      organization: first?.organization ?? '',
    };
  }

  /** A call of LinkedIn's versioned API with the headers it wants. */
  rest(
    method: string,
    path: string,
    token: string,
    json?: unknown,
    headers: Record<string, string> = {},
    timeoutMs?: number,
  ): ReturnType<Harness['call']> {
    return this.call(method, `/linkedin/rest${path}`, {
      token,
      headers: { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0', ...headers },
      ...(json === undefined ? {} : { json }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  /** LinkedIn: announces and uploads a picture; its URN. */
  async linkedInImage(token: string, owner: string, bytes: Buffer): Promise<string> {
    const announced = await this.rest('POST', '/images?action=initializeUpload', token, {
      initializeUploadRequest: { owner },
    });
    const value = announced.body['value'] as { uploadUrl: string; image: string };
    const url = new URL(value.uploadUrl);
    const answer = await fetch(this.url(url.pathname + url.search), {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
    if (answer.status !== 201) {
      throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`);
    }
    return value.image;
  }

  /** TikTok: tokens of an account. */
  async tiktok(
    account?: string,
    scope = 'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list',
    pkce: { challenge?: string; verifier?: string } = {},
  ): Promise<{ token: string; refresh: string; openId: string; answer: Answer; back: URL }> {
    const app = sandboxCredentials.tiktok;
    const back = await this.code('/tiktok/v2/auth/authorize/', {
      client_key: app.clientId,
      scope,
      ...(pkce.challenge === undefined ? {} : { code_challenge: pkce.challenge, code_challenge_method: 'S256' }),
      ...(account === undefined ? {} : { sandbox_account: account }),
    });
    const answer = await this.tiktokToken({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      ...(pkce.verifier === undefined ? {} : { code_verifier: pkce.verifier }),
    });
    return {
      token: String(answer.body['access_token']),
      refresh: String(answer.body['refresh_token']),
      openId: String(answer.body['open_id']),
      answer: answer.body,
      back,
    };
  }

  tiktokToken(form: Record<string, string>): ReturnType<Harness['call']> {
    const app = sandboxCredentials.tiktok;
    return this.call('POST', '/tiktok/v2/oauth/token/', {
      form: { client_key: app.clientId, client_secret: app.clientSecret, ...form },
    });
  }

  /** TikTok: starts a photo post. */
  tiktokPost(
    token: string,
    urls: readonly string[],
    info: Answer = {},
    more: Answer = {},
    timeoutMs?: number,
  ): ReturnType<Harness['call']> {
    return this.call('POST', '/tiktok/v2/post/publish/content/init/', {
      token,
      json: {
        post_info: { privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
        source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: urls },
        post_mode: 'DIRECT_POST',
        media_type: 'PHOTO',
        ...more,
      },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async tiktokStatus(token: string, publishId: string): Promise<{ data: Answer; text: string }> {
    const answer = await this.call('POST', '/tiktok/v2/post/publish/status/fetch/', {
      token,
      json: { publish_id: publishId },
    });
    return { data: answer.body['data'] as Answer, text: answer.text };
  }

  async settings(change: Answer): Promise<void> {
    const answer = await this.call('PUT', '/sandbox/settings', { json: change });
    if (answer.status !== 200) {
      throw new Error(answer.text);
    }
  }

  /** Instagram's two steps for one picture; the answer of the second. */
  async publishOnInstagram(
    token: string,
    account: string,
    caption: string,
    address: string,
  ): Promise<Awaited<ReturnType<Harness['call']>>> {
    const container = await this.call('POST', `/instagram/graph/v25.0/${account}/media`, {
      token,
      form: { image_url: address, caption },
    });
    if (container.status !== 200) {
      return container;
    }
    return this.call('POST', `/instagram/graph/v25.0/${account}/media_publish`, {
      token,
      form: { creation_id: String(container.body['id']) },
    });
  }
}

export const xBasic = `Basic ${Buffer.from(`${sandboxCredentials.twitter.clientId}:${sandboxCredentials.twitter.clientSecret}`).toString('base64')}`;

/** The `error` member of a Graph answer. */
export function graphErrorOf(answer: { body: Answer }): Answer {
  return (answer.body['error'] ?? {}) as Answer;
}
