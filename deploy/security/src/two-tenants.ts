import { randomUUID } from 'node:crypto';
import { Person } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { smallPicture } from '../../harness/src/picture.ts';

/** What one business holds: an id of every kind that a route takes. */
export interface Belongings {
  readonly business: string;
  readonly photo: string;
  readonly album: string;
  readonly post: string;
  readonly schedule: string;
  readonly notification: string;
  readonly account: string;
  readonly reportSchedule: string;
  readonly session: string;
}

export type Kind = keyof Belongings;

/** Words that stand only in this business's data; a leak would show them. */
export interface Tenant {
  readonly person: Person;
  readonly has: Belongings;
  readonly marker: string;
}

/** What the attacker's active business has connected, and what all others have. */
export const OWN_PLATFORM = 'instagram';
export const FOREIGN_PLATFORM = 'facebook';
/** What the attacker's active business once had: disconnecting it a second time succeeds and does nothing. */
export const GONE_PLATFORM = 'linkedin';

/** A slot that every schedule of these businesses has. */
export const FAR_SLOT = '2098-01-05T09:00';

export interface World {
  /** Who asks, showing the business of `own`. */
  readonly attacker: Person;
  readonly own: Tenant;
  /** Another customer. */
  readonly victim: Tenant;
  /** The attacker's own other business. */
  readonly sibling: Tenant;
  /** What the attacker's active business once had. */
  readonly deleted: Belongings;
}

/** Two customers with data in every service; one of them with two businesses and with things deleted. */
export async function twoTenants(origin: string): Promise<World> {
  const [attacker, other] = await Promise.all([
    Person.signUp(origin, { tier: 'agency', name: 'Attacker' }),
    Person.signUp(origin, { tier: 'agency', name: 'Victim' }),
  ]);
  const own = await furnish(attacker, OWN_PLATFORM);
  const victim = await furnish(other, FOREIGN_PLATFORM);
  const sibling = await furnish(attacker.inBusiness(await attacker.createBusiness('Sibling')), FOREIGN_PLATFORM);
  const deleted = await leaveBehind(attacker);
  return { attacker, own, victim, sibling, deleted };
}

async function furnish(person: Person, platform: typeof OWN_PLATFORM | typeof FOREIGN_PLATFORM): Promise<Tenant> {
  const marker = `marker-${randomUUID()}`;
  const business = person.businessId ?? '';
  await person.expect(200, 'PUT', `/api/businesses/${business}`, { body: { businessSpecialty: marker } });
  await person.expect(200, 'PUT', '/api/reports/brand', { body: { sender: marker, color: null } });
  const photo = await readyPhoto(person, `${marker}.jpg`);
  const album = await albumWith(person, marker, photo);
  const account = await connected(person, platform);
  const post = await person.createPost({
    caption: `${marker} caption`,
    platforms: [platform],
    photoId: photo,
    status: 'scheduled',
    scheduledFor: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await person.expect(200, 'POST', '/api/generate-caption', { body: { photoId: photo } });
  const notification = await toldOf(person, platform, photo, `${marker} out`);
  return {
    person,
    marker,
    has: {
      business,
      photo,
      album,
      post: post.id,
      schedule: await scheduleOf(person, marker, platform),
      notification,
      account,
      reportSchedule: await reportScheduleOf(person),
      session: await sessionOf(person),
    },
  };
}

/** Everything once there and deleted again. */
async function leaveBehind(person: Person): Promise<Belongings> {
  const photo = await readyPhoto(person, 'gone.jpg');
  const album = await albumWith(person, 'Gone', photo);
  const account = await connected(person, GONE_PLATFORM);
  const notification = await toldOf(person, GONE_PLATFORM, photo, 'Gone too');
  await person.expect(204, 'DELETE', `/api/notifications/${notification}`);
  const post = await person.createPost({ caption: 'Gone', platforms: [OWN_PLATFORM] });
  await person.expect(204, 'DELETE', `/api/posts/${post.id}`);
  const schedule = await scheduleOf(person, 'Gone', OWN_PLATFORM);
  await person.expect(204, 'DELETE', `/api/recurring-schedules/${schedule}`);
  const reportSchedule = await reportScheduleOf(person);
  await person.expect(204, 'DELETE', `/api/reports/schedules/${reportSchedule}`);
  await person.expect(204, 'DELETE', `/api/albums/${album}`);
  await person.expect(204, 'DELETE', `/api/photos/${photo}`);
  // Deleted, a photo can still be seen and brought back by its own business.
  await person.expect(200, 'POST', '/api/photos/bulk', { body: { ids: [photo], action: 'erase' } });
  await person.expect(200, 'DELETE', `/api/social-accounts/${account}`);
  const business = await person.createBusiness('Gone');
  await person.expect(204, 'DELETE', `/api/businesses/${business}`);
  const second = await person.signInAgain();
  const session = await sessionOf(second);
  await second.expect(302, 'GET', '/api/logout');
  return { business, photo, album, post: post.id, schedule, notification, account, reportSchedule, session };
}

async function readyPhoto(person: Person, name: string): Promise<string> {
  const { id } = await person.upload(await smallPicture(Math.floor(Math.random() * 1e9)), name);
  await person.photosReady();
  return id;
}

async function albumWith(person: Person, name: string, photo: string): Promise<string> {
  const { id } = (await person.expect(201, 'POST', '/api/albums', { body: { name } })) as { id: string };
  await person.expect(200, 'PUT', `/api/photos/${photo}`, { body: { albumId: id } });
  return id;
}

async function reportScheduleOf(person: Person): Promise<string> {
  const body = { frequency: 'monthly', hour: 8, format: 'pdf' };
  const { id } = (await person.expect(201, 'POST', '/api/reports/schedules', { body })) as { id: string };
  return id;
}

/** So far ahead that it never runs here; it has the slot `FAR_SLOT`. */
async function scheduleOf(person: Person, name: string, platform: string): Promise<string> {
  const body = {
    name,
    frequency: 'daily',
    timeOfDay: FAR_SLOT.slice(11),
    startDate: FAR_SLOT.slice(0, 10),
    platforms: [platform],
  };
  const { id } = (await person.expect(201, 'POST', '/api/recurring-schedules', { body })) as { id: string };
  return id;
}

/** Publishes a post and waits for the word that it is out. */
async function toldOf(
  person: Person,
  platform: typeof OWN_PLATFORM | typeof FOREIGN_PLATFORM | typeof GONE_PLATFORM,
  photo: string,
  caption: string,
): Promise<string> {
  const post = await person.createPost({ caption, platforms: [platform], photoId: photo });
  await person.expect(200, 'POST', `/api/posts/${post.id}/publish`);
  return eventually('the person is told that the post is out', async () => {
    const told = (await person.expect(200, 'GET', '/api/notifications')) as { id: string; link: string | null }[];
    return told.find(({ link }) => link?.endsWith(post.id))?.id;
  });
}

async function connected(person: Person, platform: string): Promise<string> {
  await person.connect(platform);
  const accounts = (await person.expect(200, 'GET', '/api/social-accounts')) as { id: string; platform: string }[];
  const account = accounts.find((one) => one.platform === platform);
  if (account === undefined) {
    throw new Error(`${platform} is not connected`);
  }
  return account.id;
}

async function sessionOf(person: Person): Promise<string> {
  const sessions = (await person.expect(200, 'GET', '/api/auth/sessions')) as { id: string; current: boolean }[];
  return sessions.find(({ current }) => current)?.id ?? '';
}

const STATE = [
  '/api/recurring-schedules',
  '/api/reports/schedules',
  '/api/reports/brand',
  '/api/photos',
  '/api/albums',
  '/api/notifications',
  '/api/posts',
  '/api/posts/scheduled',
  '/api/social-accounts',
  '/api/social/status',
  '/api/businesses',
  '/api/user/limits',
  '/api/user/active-business',
  '/api/user/settings',
  '/api/ai-settings',
  '/api/dashboard/stats',
];

/** Everything a person sees of a business, to compare before and after; sessions without when they were last used. */
export async function stateOf({ person, has }: Tenant): Promise<unknown> {
  const answers = await Promise.all(STATE.map(async (path) => [path, await person.expect(200, 'GET', path)]));
  const post = await person.expect(200, 'GET', `/api/posts/${has.post}`);
  const original = await person.expect(200, 'GET', `/api/photos/${has.photo}/download`);
  const sessions = (await person.expect(200, 'GET', '/api/auth/sessions')) as { id: string }[];
  return { ...Object.fromEntries(answers), post, original, sessions: sessions.map(({ id }) => id).toSorted() };
}
