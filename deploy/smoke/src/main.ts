import assert from 'node:assert/strict';
import { Person } from '../../harness/src/client.ts';
import { defineRun } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { installationOf, installationSettings } from '../../harness/src/installation.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { carriesPersonalData, twelveMegapixels } from '../../harness/src/picture.ts';

const run = defineRun({
  name: 'smoke',
  summary:
    "The main job over HTTP against the running stack, or another installation with a sandbox: sign up, upload a 12-megapixel photo with GPS, write a caption, connect three accounts, schedule one post; then the sandbox's ledger is asked.",
  settings: installationSettings,
  figures: true,
  environment: { POSTLOOM_DATA_DIR: 'the data folder of the stack (.data)' },
});
const PLATFORMS = ['instagram', 'facebook', 'twitter'] as const;
const DUE_IN_MS = 4_000;

const stack = installationOf(run);
const ledger = new Ledger(stack.sandboxUrl);
const step = (text: string): void => console.log(`  ${text}`);

console.log(`Main job against ${stack.url}`);
const person = await Person.signUp(stack.url, { tier: 'agency' });
step('signed up, agency plan, business made');

const picture = await twelveMegapixels();
assert(await carriesPersonalData(picture), 'the test picture must carry GPS data, or the check below proves nothing');
const uploadStarted = performance.now();
const photo = await person.upload(picture, 'Loaf on the table.jpg');
step(
  `uploaded ${(picture.length / 1e6).toFixed(1)} MB, ${photo.width} x ${photo.height}, in ${Math.round(performance.now() - uploadStarted)} ms`,
);
await person.photosReady();
step(`thumbnails ready ${Math.round(performance.now() - uploadStarted)} ms after the upload began`);

for (const platform of PLATFORMS) {
  await person.connect(platform);
}
step(`connected ${PLATFORMS.join(', ')}`);

const { caption, hashtags, provider } = (await person.expect(200, 'POST', '/api/generate-caption', {
  body: { photoId: photo.id, options: { style: 'casual', includeHashtags: true, platform: 'twitter' } },
})) as { caption: string; hashtags: string[]; provider: string };
step(`caption by ${provider}: ${caption} ${hashtags.join(' ')}`);

// Platforms refuse the same text twice: a second run on the same stack says something else.
const edited = `${caption} (edited ${Date.now().toString(36)})`;
const scheduledFor = new Date(Date.now() + DUE_IN_MS).toISOString();
const created = await person.request('POST', '/api/posts', {
  body: {
    caption: edited,
    platforms: [...PLATFORMS],
    status: 'scheduled',
    scheduledFor,
    photoId: photo.id,
  },
});
assert.equal(created.status, 201, JSON.stringify(created.body));
const post = created.body as { id: string };
step(`scheduled for ${scheduledFor}`);

const published = await eventually('the post is published', async () => {
  const current = await person.post(post.id);
  assert.notEqual(current.status, 'failed', JSON.stringify(current.targets));
  return current.status === 'published' ? current : undefined;
});

let slowest = 0;
const lagMs: Record<string, number> = {};
for (const platform of PLATFORMS) {
  const target = published.targets.find((candidate) => candidate.platform === platform);
  assert(target?.permalink, `${platform} gave no permalink`);
  const made = (await ledger.publications({ platform })).filter((publication) => publication.text === edited);
  assert.equal(made.length, 1, `${platform}: ${made.length} publications in the ledger, must be exactly one`);
  const [media] = made[0]?.media ?? [];
  assert(media, `${platform}: the publication has no picture`);
  const shown = await ledger.media(media.sha256);
  assert.equal(shown.length, media.bytes, `${platform}: the picture it shows is not whole`);
  assert.equal(await carriesPersonalData(shown), false, `${platform}: the published picture carries personal data`);
  const page = await fetch(target.permalink);
  assert.equal(page.status, 200, `${platform}: the permalink answers ${page.status}`);
  const lag = Date.parse(made[0]?.at ?? '') - Date.parse(scheduledFor);
  slowest = Math.max(slowest, lag);
  lagMs[platform] = lag;
  step(
    `${platform}: one publication, ${media.width} x ${media.height}, ${lag} ms after it was due, ${target.permalink}`,
  );
}
const served = (await person.expect(200, 'GET', photo.objectPath)) as Buffer;
assert.equal(await carriesPersonalData(served), false, 'the derived picture carries personal data');
step('what the platforms show carries no GPS and no serial number, nor does what the library serves');
run.save({ lagMs });
console.log(`Smoke passed. Slowest publication ${slowest} ms after its due time.`);
console.log(`Its trace, from the request to the platforms: npm run trace -- ${created.headers.get('x-request-id')}`);
