import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { AppError, identityRpc } from '@postloom/contracts';
import type { OutputOf, Principal, RpcContract } from '@postloom/contracts';
import { stubRpc, testService } from '@postloom/testing';
import type { RpcStub, TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { installHooks, serverOptions } from '../http/index.ts';

export interface Person {
  readonly token: string;
  readonly cookie: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly payerId: string;
  /** The first one is active. */
  readonly businessIds: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface Ask {
  readonly person?: Person;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly raw?: Buffer | string | Readable;
}

const PUBLIC_URL = 'https://postloom.example';

/**
 * The gateway with its real HTTP server and the real broker. Fakes identity (sessionResolve: the test's people) and media's internal HTTP
 * server (`media`); a test fakes other neighbours with `stub`.
 */
export class GatewayUnderTest {
  /** Answers as media's HTTP server would. */
  media: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.writeHead(404).end('{}');

  private sessionsReleased: Promise<void> = Promise.resolve();
  private readonly stubs = new Map<RpcContract, { close(): Promise<void> }>();

  private constructor(
    readonly service: TestService,
    private readonly mediaServer: Server,
    readonly people: Map<string, Person>,
  ) {}

  /** `beside` gives the NATS server and the faked neighbours of another gateway: a further process of the same installation. */
  static async start(env: Record<string, string> = {}, beside?: GatewayUnderTest): Promise<GatewayUnderTest> {
    const current: { gateway?: GatewayUnderTest } = {};
    const mediaServer = createServer((request, response) => current.gateway?.media(request, response));
    await new Promise<void>((resolve) => mediaServer.listen(0, '127.0.0.1', resolve));
    const address = mediaServer.address();
    const service = await testService({
      service: 'gateway',
      module: AppModule,
      migrations: [],
      nats: beside?.service.nats,
      http: installHooks,
      fastify: serverOptions({
        trustedProxies: env['TRUSTED_PROXIES'] ?? 'loopback',
        publicUrl: env['PUBLIC_URL'] ?? PUBLIC_URL,
      }),
      env: {
        PUBLIC_URL,
        RATE_LIMITS: 'off',
        MEDIA_INTERNAL_URL: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
        ...env,
      },
    });
    const gateway = new GatewayUnderTest(service, mediaServer, beside?.people ?? new Map());
    current.gateway = gateway;
    if (beside !== undefined) {
      return gateway;
    }
    await stubRpc(service.nats, identityRpc.sessionResolve, async ({ sessionToken, askedBusinessId }) => {
      await gateway.sessionsReleased;
      return principal(gateway.people.get(sessionToken), askedBusinessId);
    });
    return gateway;
  }

  /** Identity answers about no session until the returned function is called. */
  holdSessions(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.sessionsReleased = promise;
    return resolve;
  }

  async close(): Promise<void> {
    await this.service.close();
    this.mediaServer.closeAllConnections();
    await new Promise((resolve) => this.mediaServer.close(resolve));
  }

  person(): Person {
    const token = randomUUID().repeat(2);
    const userId = randomUUID();
    const person = {
      ...{ token, userId, payerId: userId, sessionId: randomUUID() },
      cookie: `__Host-postloom_session=${token}`,
      businessIds: [randomUUID(), randomUUID()],
    };
    this.people.set(token, person);
    return person;
  }

  /** The answer holds until another one is given for the same contract: two at once would share its requests at random. */
  async stub<C extends RpcContract>(
    contract: C,
    answer: Parameters<typeof stubRpc<C>>[2] | OutputOf<C>,
  ): Promise<RpcStub<C>> {
    const handler = typeof answer === 'function' ? (answer as Parameters<typeof stubRpc<C>>[2]) : () => answer;
    await this.stubs.get(contract)?.close();
    const stub = await stubRpc(this.service.nats, contract, handler);
    this.stubs.set(contract, stub);
    return stub;
  }

  /** Sends exactly this; adds only the session cookie and, for `body`, the JSON type. */
  ask(method: string, path: string, options: Ask = {}): Promise<Answer> {
    const { person, body, raw } = options;
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const isWhole = content !== undefined && !(content instanceof Readable);
    const isMeasured = Object.keys(options.headers ?? {}).some((name) =>
      /^(content-length|transfer-encoding)$/.test(name),
    );
    const headers: Record<string, string> = {
      ...(isWhole && !isMeasured && { 'content-length': String(Buffer.byteLength(content)) }),
      ...(person !== undefined && { cookie: person.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.headers as Record<string, string>),
    };
    return new Promise((resolve, reject) => {
      const url = new URL(this.service.url);
      const outgoing = httpRequest(
        { host: url.hostname, port: url.port, method, path, headers, agent: false },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({
              status: incoming.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
              ),
              text,
              body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
            });
          });
        },
      );
      outgoing.on('error', reject);
      if (content instanceof Readable) {
        content.pipe(outgoing);
      } else {
        outgoing.end(content);
      }
    });
  }

  /** Sends a request and resolves as soon as the head has arrived: for answers that do not end. */
  open(path: string, person: Person): Promise<{ readonly request: ClientRequest; readonly answer: IncomingMessage }> {
    return new Promise((resolve, reject) => {
      const headers = { cookie: person.cookie };
      const request = httpRequest(`${this.service.url}${path}`, { headers, agent: false }, (answer) => {
        answer.on('error', () => undefined);
        resolve({ request, answer });
      });
      request.on('error', reject);
      request.end();
    });
  }

  /** Sends bytes that need not be HTTP, and returns everything that comes back. */
  talk(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const url = new URL(this.service.url);
      const socket = connect(Number(url.port), url.hostname, () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });
  }
}

function principal(person: Person | undefined, asked: string | null): Principal {
  if (person === undefined) {
    throw new AppError('unauthorized');
  }
  if (asked !== null && !person.businessIds.includes(asked)) {
    throw new AppError('not_found');
  }
  const { sessionId, userId, payerId } = person;
  return {
    ...{ sessionId, userId, payerId, businessId: asked ?? person.businessIds[0] ?? null, role: 'owner' as const },
    user: {
      ...{ id: userId, email: 'mara@example.com', firstName: 'Mara', lastName: null, profileImageUrl: null },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', subscriptionTier: 'free' as const, emailVerified: true },
    },
  };
}
