import { createHash, createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'postloom';
export const CLIENT_SECRET = 'a secret & more';

interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** An authorization that waits for its code to be exchanged. */
interface Granted {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly nonce: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const newKey = (): Key => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

/**
 * An OpenID Connect provider that can be made to lie: it issues whatever claims, signatures and answers a test asks for. What it checks of
 * its client (secret, redirect address, PKCE, one use of a code), it checks rightly.
 */
export class FalseProvider {
  /** What it says of the person in front of it; undefined leaves a claim out. */
  person: Record<string, unknown> = {};
  /** Laid over the claims of the ID token. */
  claims: Record<string, unknown> = {};
  /** Laid over the head of the ID token. */
  head: Record<string, unknown> = {};
  /** Stands in for the signature of the ID token. */
  sign: ((input: string) => string) | null = null;
  /** Laid over the metadata. */
  metadata: Record<string, unknown> = {};
  /** Laid over the answer with the tokens. */
  tokens: Record<string, unknown> = {};
  /** Answers at a path instead of the provider. */
  readonly instead = new Map<string, Answer>();
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  private key = newKey();
  private readonly granted = new Map<string, Granted>();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<FalseProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new FalseProvider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void provider.answer(request, response));
    provider.honest();
    return provider;
  }

  get env(): Record<string, string> {
    return {
      ...{ OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
      PUBLIC_URL: 'http://postloom.example', // an issuer on http serves no product on https
    };
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Forgets all that it was told to lie about; a new person stands in front of it. */
  honest(): void {
    const name = randomUUID();
    this.person = {
      sub: name,
      email: `${name}@example.com`,
      email_verified: true,
      given_name: 'Mara',
      family_name: 'Lind',
    };
    this.claims = {};
    this.head = {};
    this.sign = null;
    this.metadata = {};
    this.tokens = {};
    this.instead.clear();
    this.asked.length = 0;
  }

  /** The old key is not published any longer. */
  rotate(): void {
    this.key = newKey();
  }

  /** The person agrees: the query that the browser brings back. */
  approve(authorizeUrl: string): string {
    const asked = new URL(authorizeUrl).searchParams;
    const must = (name: string): string => {
      const value = asked.get(name);
      if (value === null) {
        throw new Error(`the address has no ${name}`);
      }
      return value;
    };
    const code = randomUUID();
    this.granted.set(code, {
      ...{ challenge: must('code_challenge'), redirectUri: must('redirect_uri'), nonce: must('nonce') },
    });
    return new URLSearchParams({ code, state: must('state'), iss: this.issuer }).toString();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.asked.push(path);
    const other = this.instead.get(path);
    if (other) {
      return other(request, response);
    }
    switch (path) {
      case '/.well-known/openid-configuration':
        return json(response, 200, {
          ...{ issuer: this.issuer, authorization_endpoint: `${this.issuer}/authorize` },
          ...{ token_endpoint: `${this.issuer}/token`, jwks_uri: `${this.issuer}/keys` },
          ...{ userinfo_endpoint: `${this.issuer}/person`, end_session_endpoint: `${this.issuer}/leave?from=us` },
          ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
          ...{ id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] },
          ...this.metadata,
        });
      case '/keys':
        return json(response, 200, {
          keys: [{ ...this.key.publicKey.export({ format: 'jwk' }), kid: this.key.kid, use: 'sig', alg: 'RS256' }],
        });
      case '/person':
        return json(response, 200, this.person);
      case '/token':
        return this.exchange(request, response);
      default:
        return json(response, 404, {});
    }
  }

  private async exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(piece as Buffer);
    }
    const form = new URLSearchParams(Buffer.concat(pieces).toString());
    const login = [CLIENT_ID, CLIENT_SECRET].map((part) => new URLSearchParams({ part }).toString().slice(5)).join(':');
    if (request.headers.authorization !== `Basic ${Buffer.from(login).toString('base64')}`) {
      return json(response, 401, { error: 'invalid_client' });
    }
    const code = form.get('code') ?? '';
    const granted = this.granted.get(code);
    this.granted.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (granted?.challenge !== challenge || granted.redirectUri !== form.get('redirect_uri')) {
      return json(response, 400, { error: 'invalid_grant', error_description: 'secret details' });
    }
    return json(response, 200, {
      ...{ access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: this.idToken(granted.nonce) },
      ...this.tokens,
    });
  }

  private idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const head = part({ alg: 'RS256', typ: 'JWT', kid: this.key.kid, ...this.head });
    const body = part({
      ...{ iss: this.issuer, aud: CLIENT_ID, iat: now, exp: now + 300, nonce },
      ...this.person,
      ...this.claims,
    });
    const input = `${head}.${body}`;
    return `${input}.${this.sign === null ? rsa(input, this.key.privateKey) : this.sign(input)}`;
  }
}

export const signatures = {
  none: () => '',
  foreign: (input: string) => rsa(input, newKey().privateKey),
  /** The client's own secret as the key: what a mixed-up choice of algorithms would accept. */
  secret: (input: string) => createHmac('sha256', CLIENT_SECRET).update(input).digest('base64url'),
} as const;

function rsa(input: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(input).sign(key, 'base64url');
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends a byte now and then, for ever. */
export function endless(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
}

/** 10 MB of JSON. */
export function enormous(_request: IncomingMessage, response: ServerResponse): void {
  json(response, 200, { access_token: 'a'.repeat(10 * 1_048_576), token_type: 'Bearer' });
}
