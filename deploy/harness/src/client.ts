import { randomUUID } from 'node:crypto';
import type { AnswerOf, BodyOf, routes } from '../../../libs/contracts/src/index.ts';
import { eventually } from './eventually.ts';

type Business = AnswerOf<typeof routes.createBusiness>;
type Photo = AnswerOf<typeof routes.uploadPhoto>['photo'];
type Post = AnswerOf<typeof routes.createPost>;

const PASSWORD = 'correct horse battery staple';

/** An answer that was not the expected one, with everything needed to find it in logs and traces. */
export class UnexpectedAnswer extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(method: string, path: string, status: number, body: unknown) {
    super(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    this.name = 'UnexpectedAnswer';
    this.status = status;
    this.body = body;
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is instead of `body`. */
  readonly form?: FormData;
}

/** A person using the product over HTTP: one session, one business at a time. For smoke, load and chaos runs. */
export class Person {
  readonly origin: string;
  /** Set by `signUp`. */
  email = '';
  businessId: string | undefined;
  private cookie: string | undefined;

  /** @param session cookie of somebody who is signed in */
  constructor(origin: string, session?: string) {
    this.origin = origin;
    this.cookie = session;
  }

  /** Signs up with an address of its own, moves to the plan and makes a business. */
  static async signUp(
    origin: string,
    options: { tier?: 'free' | 'pro' | 'agency'; name?: string } = {},
  ): Promise<Person> {
    const person = new Person(origin);
    person.email = `${randomUUID()}@example.com`;
    await person.expect(201, 'POST', '/api/auth/register', {
      body: { email: person.email, password: PASSWORD, firstName: 'Mara' },
    });
    if (options.tier !== undefined && options.tier !== 'free') {
      await person.expect(200, 'POST', '/api/user/upgrade', { body: { tier: options.tier } });
    }
    person.businessId = await person.createBusiness(options.name ?? 'Corner Bakery');
    return person;
  }

  /** The same person in another browser: a session of its own, the same business. */
  async signInAgain(): Promise<Person> {
    const again = new Person(this.origin);
    again.email = this.email;
    await again.expect(200, 'POST', '/api/auth/login', { body: { email: this.email, password: PASSWORD } });
    again.businessId = this.businessId;
    return again;
  }

  /** The same session, showing another business. */
  inBusiness(businessId: string | undefined): Person {
    const other = new Person(this.origin);
    Object.assign(other, { email: this.email, cookie: this.cookie, businessId });
    return other;
  }

  /** Gives the id of the new business; what this person shows stays. */
  async createBusiness(name: string): Promise<string> {
    const { id } = (await this.expect(201, 'POST', '/api/businesses', {
      body: { name, industryType: 'restaurant', timeZone: 'Europe/Berlin', targetAudience: 'neighbours' },
    })) as Business;
    return id;
  }

  /** Session cookie as the browser would send it. */
  get session(): string | undefined {
    return this.cookie;
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(this.businessId !== undefined && { 'x-business-id': this.businessId }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    });
    const set = response.headers.getSetCookie()[0];
    if (set !== undefined) {
      this.cookie = set.split(';')[0];
    }
    return { status: response.status, headers: response.headers, body: await content(response) };
  }

  /** The body of an answer that must have this status. @throws UnexpectedAnswer */
  async expect(status: number, method: string, path: string, options: RequestOptions = {}): Promise<unknown> {
    const answer = await this.request(method, path, options);
    if (answer.status !== status) {
      throw new UnexpectedAnswer(method, path, answer.status, answer.body);
    }
    return answer.body;
  }

  /**
   * Connects an account as the popup does, the sandbox's consent page answering at once. `preferred`: which of several offered
   * accounts is picked, by its id at the platform; the first one without it.
   */
  async connect(platform: string, account?: string, preferred?: RegExp): Promise<void> {
    const back = await this.consented(platform, account);
    const page = String(await this.expect(200, 'GET', back.pathname + back.search));
    await this.pick(platform, page, preferred);
  }

  /** Begins a sign-in and allows it on the platform's page: the way back, with its code, not yet taken. */
  async consented(platform: string, account?: string): Promise<URL> {
    const { authUrl } = (await this.expect(200, 'GET', `/api/social/${platform}/auth`)) as { authUrl: string };
    const url = new URL(authUrl);
    url.searchParams.set('sandbox_approve', '1');
    if (account !== undefined) {
      url.searchParams.set('sandbox_account', account);
    }
    const consent = await fetch(url, { redirect: 'manual' });
    const callback = consent.headers.get('location');
    if (callback === null) {
      throw new UnexpectedAnswer('GET', url.pathname, consent.status, await consent.text());
    }
    return new URL(callback);
  }

  async upload(picture: Buffer, name = 'photo.jpg'): Promise<Photo> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), name);
    const { photo } = (await this.expect(200, 'POST', `/api/photos/direct-upload/${randomUUID()}`, { form })) as {
      photo: Photo;
    };
    return photo;
  }

  /** Waits until every photo of the business can be published. */
  async photosReady(): Promise<void> {
    await eventually('the photos are ready', async () => {
      const photos = (await this.expect(200, 'GET', '/api/photos')) as { status: string }[];
      return photos.every(({ status }) => status === 'ready') || undefined;
    });
  }

  /** With an Idempotency-Key, as the web sends it. */
  async createPost(body: BodyOf<typeof routes.createPost>): Promise<Post> {
    const headers = { 'idempotency-key': randomUUID() };
    return (await this.expect(201, 'POST', '/api/posts', { body, headers })) as Post;
  }

  async post(id: string): Promise<Post> {
    return (await this.expect(200, 'GET', `/api/posts/${id}`)) as Post;
  }

  /** A platform that offers several accounts answers with a page to pick from. */
  private async pick(platform: string, page: string, preferred: RegExp | undefined): Promise<void> {
    const token = /"token":"([^"]+)"/.exec(page)?.[1];
    const offered = [...page.matchAll(/name="account" value="([^"]+)"/g)].flatMap(([, id]) => id ?? []);
    const remoteId = offered.find((id) => preferred?.test(id)) ?? offered[0];
    if (token !== undefined && remoteId !== undefined) {
      await this.expect(200, 'POST', `/api/social/${platform}/pick`, {
        body: { pickToken: token, remoteIds: [remoteId] },
      });
    }
  }
}

async function content(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    return response.json();
  }
  return type.startsWith('text/') ? response.text() : Buffer.from(await response.arrayBuffer());
}
