import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Person, UnexpectedAnswer } from './client.ts';
import { inParallel } from './in-parallel.ts';
import { smallPicture } from './picture.ts';
import type { PlannedPost, PlatformName } from './plan.ts';

/** A business of a customer, with what its posts need. */
export interface Business {
  readonly person: Person;
  readonly photoIds: readonly string[];
  /** Id of its account, by platform. */
  readonly accounts: ReadonlyMap<string, string>;
}

/** A post that the product confirmed. */
export interface DuePost {
  readonly id: string;
  readonly business: number;
  readonly caption: string;
  readonly platforms: readonly PlatformName[];
  readonly scheduledFor: string;
}

export const PHOTOS_PER_BUSINESS = 3;
const BUSINESSES_PER_CUSTOMER = 2;
const ANSWER_LIMIT_MS = 120_000;

/** Agency customers with two businesses each, every business with its own account on every platform. */
export async function makeBusinesses(
  origin: string,
  count: number,
  platforms: readonly PlatformName[],
  seed: number,
): Promise<Business[]> {
  const firsts = Array.from(
    { length: Math.ceil(count / BUSINESSES_PER_CUSTOMER) },
    (_, number) => number * BUSINESSES_PER_CUSTOMER,
  );
  const made = await inParallel(firsts, 4, (first) =>
    makeCustomer(origin, first, Math.min(BUSINESSES_PER_CUSTOMER, count - first), platforms, seed),
  );
  return made.flat();
}

async function makeCustomer(
  origin: string,
  first: number,
  count: number,
  platforms: readonly PlatformName[],
  seed: number,
): Promise<Business[]> {
  const owner = await Person.signUp(origin, { tier: 'agency', name: `Bakery ${first + 1}` });
  const ids = [owner.businessId];
  while (ids.length < count) {
    ids.push(await owner.createBusiness(`Bakery ${first + ids.length + 1}`));
  }
  const businesses: Business[] = [];
  for (const [index, id] of ids.entries()) {
    businesses.push(await furnish(owner.inBusiness(id), platforms, `chaos-${seed}-${first + index + 1}`));
  }
  return businesses;
}

async function furnish(person: Person, platforms: readonly PlatformName[], name: string): Promise<Business> {
  const photoIds: string[] = [];
  for (let photo = 0; photo < PHOTOS_PER_BUSINESS; photo += 1) {
    const picture = await smallPicture(Number.parseInt(randomUUID().slice(0, 8), 16));
    photoIds.push((await person.upload(picture, `photo-${photo + 1}.jpg`)).id);
  }
  // A LinkedIn organization: nobody can read whether a member's post is public, so a lost answer there ends with the person.
  for (const platform of platforms) {
    await person.connect(platform, name, /organization/);
  }
  await person.photosReady();
  const accounts = (await person.expect(200, 'GET', '/api/social-accounts')) as {
    platform: string;
    accountId: string;
  }[];
  return { person, photoIds, accounts: new Map(accounts.map(({ platform, accountId }) => [platform, accountId])) };
}

/** The outcome of creating posts. */
export interface Made {
  readonly posts: DuePost[];
  /** Calls that had to be repeated, always with the same Idempotency-Key. */
  repeats: number;
  /** Posts that were never confirmed. */
  refused: number;
}

/** Makes one post, however often it takes. @throws UnexpectedAnswer when the first answer refuses it. */
export async function makePost(
  businesses: readonly Business[],
  plan: PlannedPost,
  windowStart: number,
  made: Made,
): Promise<void> {
  const business = businesses[plan.business];
  if (business === undefined) {
    throw new Error(`there is no business ${plan.business}`);
  }
  const key = randomUUID();
  // A machine slower than expected creates posts late; a time in the past would be refused.
  const scheduledFor = new Date(Math.max(windowStart + plan.dueAfterMs, Date.now() + 5_000)).toISOString();
  const body = {
    caption: plan.caption,
    platforms: plan.platforms,
    status: 'scheduled',
    scheduledFor,
    photoId: business.photoIds[plan.photos[0] ?? 0],
    photoIds: plan.photos.map((photo) => business.photoIds[photo]),
  };
  const until = performance.now() + ANSWER_LIMIT_MS;
  for (let tries = 0; ; tries += 1) {
    const answer = await business.person
      .request('POST', '/api/posts', { body, headers: { 'idempotency-key': key } })
      .catch(() => null); // nothing listens: it is being restarted
    if (answer?.status === 201) {
      const { id } = answer.body as { id: string };
      made.posts.push({ id, business: plan.business, caption: plan.caption, platforms: plan.platforms, scheduledFor });
      made.repeats += tries;
      return;
    }
    // 409: the first one is still running. Everything else below 500 will not change.
    const isFinal = answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 429;
    if (isFinal && tries === 0) {
      throw new UnexpectedAnswer('POST', '/api/posts', answer.status, answer.body);
    }
    if (isFinal || performance.now() > until) {
      made.refused += 1;
      return;
    }
    await wait(Math.min(2_000, 100 * 2 ** tries));
  }
}

/** Calls at a time, where many posts are made. */
const WIDTH = 8;
const DRAFTS = 48;

/** Posts per second that this machine accepts right now, measured with a few drafts. */
export async function creationRate(businesses: readonly Business[]): Promise<number> {
  const started = performance.now();
  const writers = Array.from({ length: DRAFTS }, (_, number) => businesses[number % businesses.length]);
  await inParallel(writers, WIDTH, async (business) => {
    await business?.person.createPost({ caption: 'How fast is it here?', platforms: ['instagram'], status: 'draft' });
  });
  return DRAFTS / ((performance.now() - started) / 1_000);
}

export async function makePosts(
  businesses: readonly Business[],
  plans: readonly PlannedPost[],
  windowStart: number,
  made: Made,
): Promise<void> {
  await inParallel(plans, WIDTH, (plan) => makePost(businesses, plan, windowStart, made));
}
