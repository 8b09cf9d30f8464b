import { createHash } from 'node:crypto';
import type { AnswerOf, routes } from '../../../libs/contracts/src/index.ts';
import { Person } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import { smallPicture } from '../../harness/src/picture.ts';

type Business = AnswerOf<typeof routes.business>;
type Photo = AnswerOf<typeof routes.uploadPhoto>['photo'];
type Post = AnswerOf<typeof routes.createPost>;
type Schedule = AnswerOf<typeof routes.createSchedule>;
interface Album {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

export interface Sizes {
  readonly businesses: number;
  readonly photos: number;
  readonly posts: number;
}

const PLATFORMS = ['instagram', 'facebook'] as const;
const AT_ONCE = 4;
const DAY_MS = 86_400_000;

/** A person who has used everything that an export holds. */
export async function furnished(url: string, sizes: Sizes): Promise<Person> {
  const person = await Person.signUp(url, { tier: 'agency', name: 'Bakery Huber' });
  const ids = [person.businessId ?? ''];
  while (ids.length < sizes.businesses) {
    ids.push(await person.createBusiness(`Shop ${ids.length}`));
  }
  await person.expect(200, 'PUT', '/api/user/settings', {
    body: { defaultCaptionStyle: 'casual', autoGenerateCaptions: true, includeHashtags: false },
  });
  const preferences = (await person.expect(200, 'GET', '/api/notifications/preferences')) as {
    quietHours: object;
  };
  await person.expect(200, 'PUT', '/api/notifications/preferences', {
    body: { ...preferences, quietHours: { ...preferences.quietHours, on: true, from: '21:00', to: '07:00' } },
  });
  for (const [index, id] of ids.entries()) {
    await furnish(person.inBusiness(id), index, {
      photos: Math.ceil(sizes.photos / ids.length),
      posts: Math.ceil(sizes.posts / ids.length),
    });
  }
  return person;
}

async function furnish(person: Person, index: number, sizes: Pick<Sizes, 'photos' | 'posts'>): Promise<void> {
  await person.expect(200, 'PUT', `/api/businesses/${person.businessId}`, {
    body: { description: `The shop of number ${index}.`, keyServices: 'Bread', lateLimitMinutes: 60 + index },
  });
  for (const platform of PLATFORMS) {
    await person.connect(platform, `export-${index}`);
  }
  const albums: string[] = [];
  for (const name of ['Bread', 'Rolls']) {
    const { id } = (await person.expect(201, 'POST', '/api/albums', { body: { name } })) as { id: string };
    albums.push(id);
  }
  const numbers = Array.from({ length: sizes.photos }, (_, number) => number);
  const photos = await inParallel(numbers, AT_ONCE, async (number) => {
    const photo = await person.upload(await smallPicture(index * 1_000_000 + number), `Picture ${number}.jpg`);
    if (number % 5 === 0) {
      const body = {
        altText: `Picture number ${number}`,
        tags: ['bread', `n${number % 7}`],
        albumId: albums[number % 2],
      };
      await person.expect(200, 'PUT', `/api/photos/${photo.id}`, { body });
    }
    return photo;
  });
  await ready(person);
  await write(person, photos, albums[0] ?? '', sizes.posts);
}

/** Published posts, drafts and planned ones, and schedules of every kind. */
async function write(person: Person, photos: readonly Photo[], albumId: string, count: number): Promise<void> {
  const publishing: string[] = [];
  await inParallel(
    Array.from({ length: count }, (_, number) => number),
    AT_ONCE,
    async (number) => {
      const photoIds = [0, 1].flatMap((step) => photos[(number + step) % photos.length]?.id ?? []);
      const kind = number % 3;
      const post = await person.createPost({
        ...{ caption: `Post ${number} & more`, platforms: [...PLATFORMS], photoId: photoIds[0] ?? null },
        photoIds: [...new Set(photoIds)],
        ...(kind === 1 && { status: 'draft' }),
        ...(kind !== 1 && {
          status: 'scheduled',
          scheduledFor: new Date(Date.now() + (kind === 0 ? 3_000 : 30 * DAY_MS + number * 60_000)).toISOString(),
        }),
      });
      if (kind === 0) {
        publishing.push(post.id);
      }
    },
  );
  for (const schedule of [
    { frequency: 'weekly', weekdays: [1, 4], useAllPhotos: true },
    { frequency: 'daily', useAllPhotos: false, albumId },
  ]) {
    await person.expect(201, 'POST', '/api/recurring-schedules', {
      body: {
        ...{ name: `Every ${schedule.frequency}`, timeOfDay: '09:00', platforms: ['instagram'], ...schedule },
        // Nothing of it happens while the two accounts are compared.
        startDate: new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10),
      },
    });
  }
  await eventually(
    'the posts are out',
    async () => {
      const states = await inParallel(publishing, AT_ONCE, async (id) => (await person.post(id)).status);
      return states.every((state) => state === 'published');
    },
    60_000 + count * 1_000,
    1_000,
  );
}

async function ready(person: Person): Promise<void> {
  await eventually(
    'the photos are ready',
    async () => (await rows<Photo>(person, '/api/photos')).every(({ status }) => status === 'ready'),
    3_600_000,
    1_000,
  );
}

/** All rows of a list, page by page. */
async function rows<T>(person: Person, path: string): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await person.expect(200, 'GET', `${path}?limit=100${query}`)) as {
      data: T[];
      nextCursor: string | null;
    };
    all.push(...page.data);
    cursor = page.nextCursor;
  }
  return all;
}

/** Everything of a business by words and bytes, without the ids that differ between two accounts. */
export interface BusinessState {
  readonly profile: object;
  readonly albums: readonly object[];
  readonly photos: readonly object[];
  readonly posts: readonly object[];
  readonly schedules: readonly object[];
}

/** `before` an export: as its rows must be afterwards. Nothing goes out by an import: schedules pause, and what was planned is a draft. */
export async function stateOf(person: Person, businessId: string, when: 'before' | 'after'): Promise<BusinessState> {
  const mine = person.inBusiness(businessId);
  const {
    id: _id,
    createdAt: _made,
    updatedAt: _changed,
    version: _version,
    ...profile
  } = (await mine.expect(200, 'GET', `/api/businesses/${businessId}`)) as Business;
  const albums = await rows<Album>(mine, '/api/albums');
  const albumOf = new Map(albums.map(({ id, name }) => [id, name]));
  const photos = await rows<Photo>(mine, '/api/photos');
  const nameOf = new Map(photos.map(({ id, originalName }) => [id, originalName]));
  const posts = await rows<Post>(mine, '/api/posts');
  const schedules = await rows<Schedule>(mine, '/api/recurring-schedules');
  return {
    profile,
    albums: byText(albums.map(({ name, description }) => ({ name, description }))),
    photos: byText(
      await inParallel(photos, AT_ONCE, async (photo) => ({
        ...{ name: photo.originalName, altText: photo.altText, tags: photo.tags, createdAt: photo.createdAt },
        album: albumOf.get(photo.albumId ?? '') ?? null,
        bytes: await hashOf(mine, photo.id),
      })),
    ),
    posts: byText(
      posts.map((post) => ({
        ...{ caption: post.caption, captionByPlatform: post.captionByPlatform, platforms: post.platforms },
        ...{ scheduledFor: post.scheduledFor, createdAt: post.createdAt },
        status: when === 'before' && post.status === 'scheduled' ? 'draft' : post.status,
        photos: post.photoIds.map((id) => nameOf.get(id)),
        targets: post.status === 'published' ? post.targets.map(outcome) : [],
      })),
    ),
    schedules: byText(
      schedules.map(({ id: _, albumId, isActive, usedPhotoIds: _used, ...schedule }) => {
        const { nextPostDate: _next, createdAt: _at, updatedAt: _last, version: _number, ...form } = schedule;
        return { ...form, album: albumOf.get(albumId ?? '') ?? null, isActive: when === 'before' ? false : isActive };
      }),
    ),
  };
}

function outcome({ platform, status, permalink, publishedAt }: Post['targets'][number]): object {
  return { platform, status, permalink, publishedAt };
}

/** What the person had chosen for themselves. */
export async function settingsOf(person: Person): Promise<object> {
  return {
    captions: await person.expect(200, 'GET', '/api/user/settings'),
    notifications: await person.expect(200, 'GET', '/api/notifications/preferences'),
  };
}

async function hashOf(person: Person, photoId: string): Promise<string> {
  const bytes = (await person.expect(200, 'GET', `/api/photos/${photoId}/download`)) as Buffer;
  return createHash('sha256').update(bytes).digest('hex');
}

/** In an order that does not depend on ids. */
function byText<T extends object>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, text: JSON.stringify(one) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ one }) => one);
}
