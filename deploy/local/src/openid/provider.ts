import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { accountsPage, messagePage } from './pages.ts';

export interface OpenidOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The product's public address, without a slash at its end. */
  readonly productUrl: string;
}

export interface RunningOpenid {
  readonly issuer: string;
  close(): Promise<void>;
}

interface Account {
  readonly email: string;
  readonly verified: boolean;
  readonly name: string;
}

const LARGEST_FORM = 10_000;

/** The same person for the same address, also after a new start. */
const subjectOf = (email: string): string => createHash('sha256').update(email).digest('hex').slice(0, 24);

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > LARGEST_FORM) {
      throw new Error('The form is too large.');
    }
    pieces.push(piece);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
};

const send = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
};

/**
 * A real OpenID Connect provider for trying out and for tests. It believes whatever address it is told, so it is never part of an
 * installation that others can reach.
 */
export const startOpenid = async (options: OpenidOptions): Promise<RunningOpenid> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  const configuration: Configuration = {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [`${options.productUrl}/api/auth/callback`],
        post_logout_redirect_uris: [`${options.productUrl}/`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'local' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => {
          ctx.body = messagePage(
            'Sign out here too?',
            `${form}<button autofocus type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
          );
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = messagePage('You are signed out', '');
        },
      },
    },
    findAccount: (_ctx, subject) => {
      const account = accounts.get(subject);
      if (account === undefined) {
        return undefined;
      }
      const [first = '', ...rest] = account.name.split(' ');
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          email: account.email,
          email_verified: account.verified,
          name: account.name,
          given_name: first,
          family_name: rest.join(' '),
        }),
      };
    },
    // Nobody is asked what they allow: there is one client.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: options.clientId,
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error, error_description: why }) => {
      ctx.body = messagePage('This did not work', `<p>${String(error)}: ${String(why ?? '')}</p>`);
    },
  };
  const provider = new Provider(issuer, configuration);
  const serve = provider.callback();

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      return send(response, 200, accountsPage([...accounts.values()].map(({ email }) => email)));
    }
    const form = await readForm(request);
    const email = (form.get('email') ?? '').trim().toLowerCase();
    if (form.get('answer') === 'cancel' || email === '') {
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    }
    const subject = subjectOf(email);
    accounts.set(subject, {
      email,
      verified: form.get('verified') === 'on',
      name: form.get('name')?.trim() || (email.split('@')[0] ?? email),
    });
    return provider.interactionFinished(request, response, { login: { accountId: subject } });
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/health/ready') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    } else if (request.url?.startsWith('/sign-in/') === true) {
      interact(request, response).catch((error: unknown) => {
        send(response, 400, messagePage('This did not work', `<p>${(error as Error).name}</p>`));
      });
    } else {
      void serve(request, response);
    }
  });
  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
