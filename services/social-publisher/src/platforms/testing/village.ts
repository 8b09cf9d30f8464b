import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { definePlatform } from '../definition.ts';
import { asText, form, jsonObject, READ_TIMEOUT_MS, repeatableCall, sendOnce } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { SocialPlatform, TokenSet } from '../platform.port.ts';
import { authorizeLink, tokenSet } from '../sign-in.ts';

const LABEL = 'Village';

/** A platform whose accounts live on servers of their own, under the id of one of the contract. */
export const village = definePlatform({
  id: 'twitter',
  hasOwnServers: true,
  addresses: { apiUrl: 'https://not-used.example' },
  tokenAddress: 'apiUrl',
  quarantineMs: 500,
  setupSteps: () => ['Publish the document that describes the app.'],
  create: ({ origin, timing, clientId, clientSecret }, { http, now }): SocialPlatform => {
    if (origin === null || clientSecret !== '') {
      throw new Error('an adapter for one server, without a secret');
    }
    const call = caller(http, origin);
    return {
      platform: 'twitter',
      label: LABEL,
      timing,
      signIn: {
        requiredScopes: [],
        usesPkce: true,
        issuer: origin,
        authorizeUrl: (request) => authorizeLink(`${origin}/authorize`, request, { client_id: clientId }),
        exchangeCode: async ({ code }) => {
          const answer = await call('/token', { code });
          const tokens = tokenSet(LABEL, answer, now(), null);
          return { tokens, scopes: [], grantorId: asText(answer['person']) ?? '' };
        },
        connectableAccounts: async ({ tokens }) => {
          const me = await call('/me', {}, tokens);
          const name = asText(me['name']) ?? '';
          return [{ remoteId: '109', name, username: name, avatarUrl: null, tokens, unusable: null }];
        },
        refreshDueAt: () => null,
        refresh: (tokens) => Promise.resolve(tokens),
        revoke: async (tokens) => void (await call('/revoke', {}, tokens)),
      },
      insights: null,
      prepare: () => Promise.resolve({ kind: 'ready' }),
      send: ({ caption, tokens }, _steps, guard) =>
        sendOnce(http, { ...posting(`${origin}/post`, { caption }, tokens), beforeSend: guard }, (response) => {
          const remoteId = asText(jsonObject(response)?.['id']);
          return remoteId === null
            ? { kind: 'rejected', problem: used }
            : { kind: 'published', remoteId, permalink: `${origin}/posts/${remoteId}` };
        }),
      verify: () => Promise.resolve({ kind: 'seen', sightings: [] }),
      permalink: () => Promise.resolve(null),
      remove: () => Promise.resolve({ kind: 'not_offered', message: 'Remove it there.' }),
    };
  },
});

/** What a server means that speaks of all its accounts. */
const used = { kind: 'wait', code: 'server_busy', message: 'It is busy.', seconds: 600, scope: 'app' } as const;

function posting(url: string, fields: Readonly<Record<string, string>>, tokens: TokenSet | null) {
  const { body, headers } = form(fields);
  const authorization = tokens === null ? '' : `Bearer ${tokens.accessToken}`;
  return { url, method: 'POST', timeoutMs: READ_TIMEOUT_MS, headers: { ...headers, authorization }, body };
}

function caller(http: PlatformHttp, origin: string) {
  return async (path: string, fields: Readonly<Record<string, string>>, tokens: TokenSet | null = null) => {
    const answer = jsonObject(await repeatableCall(http, LABEL, posting(`${origin}${path}`, fields, tokens)));
    if (answer === null) {
      throw new PlatformError({ kind: 'transient', code: 'unreadable', message: 'It did not answer.' });
    }
    return answer;
  };
}

/** One server of the platform. Everybody's account on it has the id 109. */
export class VillageServer {
  readonly asked: { readonly path: string; readonly token: string; readonly caption: string | null }[] = [];
  readonly tokens: string[] = [];
  /** Its id of whoever consents. */
  person = '7';
  /** Refuses every post for the whole server. */
  isBusy = false;
  private server: Server | null = null;

  constructor(private readonly name: string) {}

  /** `http://host:port`. */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { pathname: path } = new URL(request.url ?? '', 'http://nowhere');
        const caption = new URLSearchParams(Buffer.concat(chunks).toString()).get('caption');
        this.asked.push({ path, token: request.headers.authorization?.replace(/^Bearer ?/, '') ?? '', caption });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(this.answer(path)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.server = server;
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve) ?? resolve(null));
  }

  private answer(path: string): object {
    const id = randomBytes(8).toString('hex');
    switch (path) {
      case '/token':
        this.tokens.push(id);
        return { access_token: id, person: this.person };
      case '/me':
        return { name: this.name };
      case '/post':
        return this.isBusy ? {} : { id };
      default:
        return {};
    }
  }
}
