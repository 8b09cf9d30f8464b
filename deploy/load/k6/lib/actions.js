import { randomBytes } from 'k6/crypto';
import { Counter } from 'k6/metrics';
import http from 'k6/http';
import { call, nextCustomer } from './customers.js';

/** Posts that the product has taken, each for `PLATFORMS.length` platforms: what the ledger must show in the end. */
const postsScheduled = new Counter('posts_scheduled');
export const PLATFORMS = ['instagram', 'twitter'];

// Where a scenario is only looked at (k6 inspect) there are no customers and no picture.
const picture = __ENV.PICTURE === undefined ? new ArrayBuffer(0) : open(__ENV.PICTURE, 'b');

function randomId() {
  const hex = Array.from(new Uint8Array(randomBytes(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Opens the dashboard, the calendar's month, the library and the list of posts. */
export function browse() {
  const customer = nextCustomer();
  const month = new Date().toISOString().slice(0, 7);
  for (const path of [
    '/api/auth/user',
    '/api/dashboard/stats',
    `/api/calendar?from=${month}-01&to=${month}-28`,
    '/api/photos',
    '/api/posts',
    '/api/social-accounts',
  ]) {
    call(customer, 'read', 'GET', path);
  }
}

/** A picture that nobody has uploaded before: behind the end of a JPEG any bytes may stand. */
export function upload() {
  const bytes = new Uint8Array(picture.byteLength + 16);
  bytes.set(new Uint8Array(picture));
  bytes.set(new Uint8Array(randomBytes(16)), picture.byteLength);
  call(nextCustomer(), 'upload', 'POST', `/api/photos/direct-upload/${randomId()}`, {
    file: http.file(bytes.buffer, 'photo.jpg', 'image/jpeg'),
  });
}

export function caption() {
  const customer = nextCustomer();
  call(customer, 'caption', 'POST', '/api/generate-caption', {
    photoId: customer.photoId,
    options: { style: 'casual', includeHashtags: true, platform: 'instagram' },
  });
}

export function draft() {
  call(nextCustomer(), 'write', 'POST', '/api/posts', {
    caption: 'Rye and seeds tomorrow, a few loaves only',
    platforms: PLATFORMS,
    status: 'draft',
  });
}

/** Schedules a post. Its text says of which run it is and when it is due, so that the ledger alone can judge it. */
export function scheduleAt(due) {
  const customer = nextCustomer();
  const answer = call(customer, 'schedule', 'POST', '/api/posts', {
    caption: `Fresh from the oven ${randomId()} run ${__ENV.RUN} due ${due}`,
    platforms: PLATFORMS,
    status: 'scheduled',
    scheduledFor: new Date(due).toISOString(),
    photoId: customer.photoId,
  });
  if (answer.status === 201) {
    postsScheduled.add(1);
  }
}

/** A post that is due 15 s from now: earlier ones would be taken for late. */
export function publish() {
  scheduleAt(Date.now() + 15_000);
}
