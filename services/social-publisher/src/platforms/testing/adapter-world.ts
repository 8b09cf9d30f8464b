import { createHash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { HttpClient, overrideEnvironment, Random, SystemClock } from '@postloom/chassis';
import { eventually } from '@postloom/testing';
import { config } from '../../config.ts';
import type { PublisherConfig } from '../../config.ts';
import { FakeMedia } from '../../testing/fake-media.ts';
import { startSandboxProcess } from '../../testing/sandbox-process.ts';
import type { Publication, SandboxProcess, SeenRequest } from '../../testing/sandbox-process.ts';
import { PlatformError } from '../platform.port.ts';
import type {
  BudgetNote,
  ConnectableAccount,
  Delivery,
  Finding,
  VerifyContext,
  PlatformProblem,
  PublishPhoto,
  SavedSteps,
  SendOutcome,
  SocialPlatform,
} from '../platform.port.ts';
import { definitions } from '../definitions.ts';
import { mannerOf } from './subjects.ts';
import type { Subject } from './subjects.ts';
import { Platforms } from '../platforms.registry.ts';

export const redirectUri = 'http://localhost:3000/api/social/callback';
export const verifier = randomBytes(48).toString('base64url');
export const codeChallenge = createHash('sha256').update(verifier).digest('base64url');

export const go = (): void => undefined;
export const longAgo = (): Date => new Date(Date.now() - 60_000);
export const words = (): string =>
  `Warm rolls & <jam> "today" (fresh_daily) ${randomBytes(5).toString('hex')}\n\nhttps://example.com/menu #bakery`;

export interface TestDelivery extends Delivery {
  readonly notes: BudgetNote[];
}

/** A post with the steps that the engine would store. */
export interface Journey {
  readonly job: TestDelivery;
  steps: SavedSteps;
  readonly save: (steps: SavedSteps) => Promise<void>;
}

/** The five adapters against the sandbox, and the pictures that the platforms pull. */
export class AdapterWorld {
  readonly media = new FakeMedia();
  readonly http = new HttpClient({ allowPrivate: true });
  /** Everything that adapters have thrown or returned, as a log would show it. */
  readonly said: string[] = [];
  /** Every token that was seen. */
  readonly secrets = new Set<string>();
  sandbox!: SandboxProcess;
  private adapters!: Platforms;

  async start(): Promise<void> {
    [this.sandbox] = await Promise.all([startSandboxProcess(), this.media.start()]);
    await this.sandbox.settings({ quotas: 'off', tiktokModerationMs: 0 });
    this.adapters = new Platforms(this.configuration(), definitions, this.http, new SystemClock(), new Random());
  }

  async stop(): Promise<void> {
    this.http.close();
    await this.sandbox.stop();
    await this.media.stop();
  }

  configuration(change: Record<string, string> = {}): PublisherConfig {
    const env = {
      ...this.sandbox.env,
      ...this.media.env,
      SERVICE_INTERNAL_PORT: '1',
      VAULT_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      LINKEDIN_COMMUNITY_MANAGEMENT: 'on',
      LINKEDIN_MEMBER_WAIT_MS: '20',
      PUBLISH_CALL_TIMEOUT_MS: '3000',
      PUBLISH_QUARANTINE_MS: '1000',
      ...change,
    };
    overrideEnvironment(env);
    return { ...config };
  }

  /** An adapter whose answers and errors are kept in `said`. */
  platform(subject: Subject): SocialPlatform {
    const adapter = this.adapters.find(mannerOf(subject).platform, null);
    if (adapter === null) {
      throw new Error(`${subject} is not set up`);
    }
    return new Proxy(adapter, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') {
          return value;
        }
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, args);
          if (result instanceof Promise) {
            void result.then(
              (answer) => this.note(name, answer),
              (error: unknown) => this.note('error', error),
            );
          }
          return result;
        };
      },
    });
  }

  async connect(subject: Subject, name = `Shop ${randomBytes(4).toString('hex')}`): Promise<ConnectableAccount> {
    const platform = this.platform(subject);
    // A new member of the sandbox administers one page.
    const account = (await this.accounts(platform, name)).find(
      (one) => subject !== 'linkedin page' || one.remoteId.includes(':organization:'),
    );
    if (!account) {
      throw new Error('no account offered');
    }
    return account;
  }

  /** Consent, exchange, and what is offered. */
  async accounts(platform: SocialPlatform, name: string): Promise<readonly ConnectableAccount[]> {
    const query = await this.sandbox.approve(
      platform.signIn.authorizeUrl({ state: 'abc', redirectUri, codeChallenge }),
      name,
    );
    if (query['state'] !== 'abc') {
      throw new Error(`the state did not come back: ${JSON.stringify(query)}`);
    }
    const grant = await platform.signIn.exchangeCode({ code: query['code'] ?? '', redirectUri, verifier });
    const missing = platform.signIn.requiredScopes.filter((scope) => !grant.scopes.includes(scope));
    if (missing.length > 0) {
      throw new Error(`scopes are missing: ${missing.join()}`);
    }
    return platform.signIn.connectableAccounts(grant);
  }

  async photo(
    overrides: Partial<PublishPhoto> & { size?: { width: number; height: number } } = {},
  ): Promise<PublishPhoto> {
    const { size = { width: 640, height: 640 }, ...rest } = overrides;
    const { id } = await this.media.add('any', size);
    const publicUrl = `${this.media.origin}/public/${id}.jpg`;
    const bytes = (await this.http.request({ url: publicUrl, method: 'GET', timeoutMs: 5_000 })).bytes();
    return {
      photoId: id,
      ...size,
      bytes: bytes.length,
      mimeType: 'image/jpeg',
      altText: 'Loaves',
      publicUrl,
      load: () => Promise.resolve(bytes),
      ...rest,
    };
  }

  /** A post as the engine passes it on: every journey has its own steps. */
  journey(account: ConnectableAccount, caption: string, photos: readonly PublishPhoto[]): Journey {
    const notes: BudgetNote[] = [];
    for (const secret of [account.tokens.accessToken, account.tokens.refreshToken, account.tokens.grantToken]) {
      if (secret !== null) {
        this.secrets.add(secret);
      }
    }
    const journey: Journey = {
      job: {
        accountRemoteId: account.remoteId,
        username: account.username,
        tokens: account.tokens,
        caption,
        photoCount: photos.length,
        photos: () => Promise.resolve(photos),
        budget: (note) => void notes.push(note),
        notes,
      },
      steps: {},
      save: (next) => {
        journey.steps = JSON.parse(JSON.stringify(next)) as SavedSteps;
        return Promise.resolve();
      },
    };
    return journey;
  }

  /** Until it is ready; problems come out at once. */
  async prepare(platform: SocialPlatform, journey: Journey): Promise<void> {
    const problem = await eventually('the post is prepared', async () => {
      try {
        const { kind } = await platform.prepare(journey.job, journey.steps, journey.save);
        if (kind === 'ready') {
          return null;
        }
        throw new Error(`it is ${kind}`);
      } catch (error) {
        if (error instanceof PlatformError) {
          return error;
        }
        throw error;
      }
    });
    if (problem !== null) {
      throw problem;
    }
  }

  send(platform: SocialPlatform, journey: Journey, guard = go): Promise<SendOutcome> {
    return platform.send(journey.job, journey.steps, guard, journey.save);
  }

  verify(platform: SocialPlatform, journey: Journey, context: Partial<VerifyContext> = {}): Promise<Finding> {
    const now = new Date();
    return platform.verify(journey.job, journey.steps, longAgo(), {
      now,
      intentAt: now,
      hasEarlierTry: false,
      isSettled: true,
      guard: go,
      save: journey.save,
      ...context,
    });
  }

  /** From nothing to public: the post's id. */
  async publish(platform: SocialPlatform, journey: Journey): Promise<string> {
    await this.prepare(platform, journey);
    const outcome = await this.send(platform, journey);
    if (outcome.kind === 'published') {
      return outcome.remoteId;
    }
    if (outcome.kind !== 'accepted') {
      throw new Error(JSON.stringify(outcome));
    }
    return this.settled(platform, journey);
  }

  /** Verifies until the post is there. */
  settled(platform: SocialPlatform, journey: Journey): Promise<string> {
    return eventually('the post is seen', async () => {
      const finding = await this.verify(platform, journey);
      if (finding.kind !== 'seen' || finding.sightings.length !== 1) {
        throw new Error(JSON.stringify(finding));
      }
      return finding.sightings[0]?.remoteId ?? '';
    });
  }

  /** What the platform published for this caption; LinkedIn's ledger identifies accounts by bare ids. */
  async published(subject: Subject, account: ConnectableAccount, caption?: string): Promise<Publication[]> {
    const id = account.remoteId.split(':').at(-1) ?? '';
    const posts = await this.sandbox.publications({ platform: mannerOf(subject).platform, account: id });
    return posts.filter((post) => caption === undefined || post.text === caption);
  }

  /** Counts the platform's calls from now on (the sandbox keeps the last 500); `writes`: without those that only read. */
  async counting(subject: Subject): Promise<(what?: 'all' | 'writes') => Promise<number>> {
    // Uploads of one post arrive in the same millisecond.
    const key = ({ at, method, path, body }: SeenRequest): string => `${at} ${method} ${path} ${String(body)}`;
    const [newest] = await this.sandbox.requests(mannerOf(subject).platform);
    const mark = newest === undefined ? '' : key(newest);
    return async (what = 'all') => {
      const seen = await this.sandbox.requests(mannerOf(subject).platform);
      const end = seen.findIndex((request) => key(request) === mark);
      const since = end === -1 ? seen : seen.slice(0, end);
      return since.filter((request) => what === 'all' || request.method !== 'GET').length;
    };
  }

  /** The problem of a call that the platform refused. */
  async rejection(call: Promise<SendOutcome>): Promise<PlatformProblem> {
    const outcome = await call;
    if (outcome.kind !== 'rejected') {
      throw new Error(JSON.stringify(outcome));
    }
    return outcome.problem;
  }

  /** Goes as far as the platform lets it, and returns where the refusal occurred and its message. */
  async refusal(
    platform: SocialPlatform,
    journey: Journey,
    where: 'prepare' | 'send' | 'verify',
  ): Promise<PlatformProblem> {
    if (where === 'prepare') {
      return problemOf(this.prepare(platform, journey));
    }
    await this.prepare(platform, journey);
    if (where === 'send') {
      return this.rejection(this.send(platform, journey));
    }
    const outcome = await this.send(platform, journey);
    if (outcome.kind !== 'accepted') {
      throw new Error(JSON.stringify(outcome));
    }
    return eventually('the platform refuses it', async () => {
      const finding = await this.verify(platform, journey);
      if (finding.kind !== 'rejected') {
        throw new Error(JSON.stringify(finding));
      }
      return finding.problem;
    });
  }

  until(sentence: string, probe: () => Promise<void>): Promise<void> {
    return eventually(sentence, probe);
  }

  asError(problem: PlatformProblem): PlatformError {
    return new PlatformError(problem);
  }

  private note(name: string | symbol, what: unknown): void {
    if (!['send', 'verify', 'prepare', 'permalink', 'remove', 'error'].includes(String(name))) {
      return;
    }
    const problem = what instanceof PlatformError ? what.problem : null;
    this.said.push(inspect(what, { depth: 6, maxStringLength: null }), JSON.stringify(problem));
  }
}

/** The problem of a call that must fail. */
export function problemOf(call: Promise<unknown>): Promise<PlatformProblem> {
  return call.then(
    (value) => Promise.reject(new Error(`expected a problem, got ${JSON.stringify(value)}`)),
    (error: unknown) => {
      if (error instanceof PlatformError) {
        return error.problem;
      }
      throw error;
    },
  );
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
