/** Whom the pages of a member are measured for. */
import sharp from 'sharp';

/**
 * Signs a person up on the Agency plan, with a business, photos and posts on the days ahead. `request` is Playwright's, with the
 * address of the product; it holds the session afterwards.
 */
export async function makePerson(request, { photos, posts }) {
  const call = async (method, path, data, multipart) => {
    const answer = await request.fetch(path, { method, data, multipart });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.text()) === '' ? {} : answer.json();
  };
  await call('POST', '/api/auth/register', {
    email: `speed.${Date.now()}@example.org`,
    password: 'a long enough password 1',
    firstName: 'Marlow',
  });
  await call('POST', '/api/businesses', {
    name: 'Marlow Bakehouse',
    industryType: 'restaurant',
    timeZone: 'America/New_York',
  });
  await call('POST', '/api/user/upgrade', { tier: 'agency' });
  const { authUrl } = await call('GET', '/api/social/twitter/auth');
  const connected = await request.get(`${authUrl}&sandbox_approve=1`);
  if (!connected.ok()) throw new Error(`The sandbox did not connect an account: ${connected.status()}`);
  const photoIds = [];
  for (let index = 0; index < photos; index += 1) {
    const buffer = await sharp({
      create: {
        width: 1200,
        height: 960,
        channels: 3,
        background: { r: (index * 37) % 256, g: (index * 71) % 256, b: 140 },
      },
    })
      .jpeg()
      .toBuffer();
    const { photoId } = await call('POST', `/api/photos/direct-upload/${crypto.randomUUID()}`, undefined, {
      file: { name: `loaf-${index}.jpg`, mimeType: 'image/jpeg', buffer },
    });
    photoIds.push(photoId);
  }
  const HOUR_MS = 3_600_000;
  // However many there are, they are within one page of the calendar or the next.
  const apartMs = Math.min(9 * HOUR_MS, (28 * 24 * HOUR_MS) / posts);
  for (let index = 0; index < posts; index += 1)
    await call('POST', '/api/posts', {
      caption: `Loaf number ${index}: rye, wheat and a little honey from next door.`,
      photoId: photoIds[index % photoIds.length],
      platforms: ['twitter'],
      status: 'scheduled',
      scheduledFor: new Date(Date.now() + HOUR_MS + index * apartMs).toISOString(),
    });
}
