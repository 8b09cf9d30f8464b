import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linkRpc, mediaRpc } from '@postloom/contracts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

const NO_PICTURE = 'There is no picture at this address. Copy the address of the picture itself, or upload the file.';
const PRIVATE = 'This address can’t be reached from here. Please use the address of a picture on a public website.';

describe('a photo from a link', () => {
  let media: MediaUnderTest;
  let website: Server;
  let origin: string;
  let picture: Buffer;
  const asked: string[] = [];
  const pages: Record<string, RequestListener> = {
    '/Fall%20bread.jpg': (_request, response) => response.end(picture),
    '/page.jpg': (_request, response) => response.setHeader('content-type', 'image/jpeg').end('<html>'.repeat(100)),
    '/recipes': (_request, response) => response.setHeader('content-type', 'text/html').end('<html>'.repeat(100)),
    '/untold.jpg': (_request, response) => response.setHeader('content-type', 'text/html').end(picture),
    '/members.jpg': (_request, response) => response.writeHead(403).end(),
    '/gone.jpg': (_request, response) => response.writeHead(404).end(picture),
    '/elsewhere.jpg': (_request, response) => response.writeHead(302, { location: '/Fall%20bread.jpg' }).end(),
    '/endless.jpg': (_request, response) => {
      response.write(picture.subarray(0, 64));
      const chunk = Buffer.alloc(1_048_576);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) {
          // as much as the connection takes
        }
      };
      response.on('drain', more);
      more();
    },
    '/cut.jpg': (_request, response) => {
      response.writeHead(200, { 'content-length': String(picture.length) });
      response.write(picture.subarray(0, 20), () => response.destroy());
    },
    '/claims.jpg': (_request, response) => response.writeHead(200, { 'content-length': '99999999999' }).end(),
  };

  beforeAll(async () => {
    picture = await jpeg(5, 64, 48);
    website = createServer((request, response) => {
      asked.push(request.url ?? '');
      (pages[request.url ?? ''] ?? ((_request, other) => other.writeHead(404).end()))(request, response);
    });
    await new Promise<void>((resolve) => {
      website.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
    media = await MediaUnderTest.start({}, { OUTBOUND_ALLOW_PRIVATE: 'on', RATE_LIMITS: 'on', LIMIT_LINKS: '4/3600' });
  });
  afterAll(async () => {
    await media.close();
    website.closeAllConnections();
    website.close();
  });

  const fetchFrom = (tenant: Tenant, path: string, uploadId: string = randomUUID()) =>
    media.rpc(linkRpc.linkFetch, { url: path.startsWith('http') ? path : origin + path, uploadId }, tenant);
  const isEmpty = async (tenant: Tenant): Promise<void> => {
    expect(await media.storage(tenant)).toMatchObject({ used: 0, reserved: 0 });
    expect(media.keys(tenant)).toEqual([]);
  };

  it('is one like every other, and is fetched once however often it is asked for', async () => {
    const tenant = media.tenant();
    const uploadId = randomUUID();
    const { photo, sameAs } = await fetchFrom(tenant, '/Fall%20bread.jpg', uploadId);
    expect(photo).toMatchObject({ originalName: 'Fall bread.jpg', width: 64, height: 48, status: 'ready' });
    expect(sameAs).toBeNull();
    expect((await media.open(tenant, `download/${photo.id}`)).bytes).toEqual(picture);
    expect(await media.storage(tenant)).toEqual({ used: picture.length, reserved: 0 });
    const before = asked.length;
    expect((await fetchFrom(tenant, '/Fall%20bread.jpg', uploadId)).photo).toEqual(photo);
    expect(asked).toHaveLength(before);
    const again = randomUUID();
    const twin = await fetchFrom(tenant, '/Fall%20bread.jpg', again);
    expect(twin.sameAs).toBe(photo.id);
    expect(await fetchFrom(tenant, '/Fall%20bread.jpg', again)).toEqual(twin);
  });

  it('is one by its bytes, whatever the website calls it', async () => {
    expect((await fetchFrom(media.tenant(), '/untold.jpg')).photo).toMatchObject({ originalName: 'untold.jpg' });
  });

  it.each([
    [
      '/page.jpg',
      'unsupported_media_type',
      'page.jpg is not a supported image format. Please use JPG, PNG, HEIC, or WebP.',
    ],
    ['/recipes', 'validation_failed', NO_PICTURE],
    ['/gone.jpg', 'validation_failed', NO_PICTURE],
    ['/members.jpg', 'validation_failed', 'The website did not give us a picture at this address (answer 403).'],
    [
      '/elsewhere.jpg',
      'validation_failed',
      'This address leads to another one. Please open the picture in your browser and copy its own address.',
    ],
    ['/endless.jpg', 'payload_too_large', 'endless.jpg exceeds the 50MB limit. Please use a smaller image.'],
    ['/claims.jpg', 'payload_too_large', 'claims.jpg exceeds the 50MB limit. Please use a smaller image.'],
    ['/cut.jpg', 'dependency_failed', 'The website did not send the picture. Please try again, or upload the file.'],
    [
      'http://127.0.0.1:1/x.jpg',
      'dependency_failed',
      'The website did not send the picture. Please try again, or upload the file.',
    ],
  ])('is refused when it is none: %s', async (path, code, message) => {
    const tenant = media.tenant();
    expect(await refusal(fetchFrom(tenant, path))).toEqual({ code, message });
    await isEmpty(tenant);
  });

  it.each([
    'ftp://bakery.example/x.jpg',
    'file:///etc/passwd',
    'bread.jpg',
    'https://me:secret@bakery.example/x.jpg',
    ' ',
  ])('has an address of the web: %s is none', async (url) => {
    const call = media.rpc(linkRpc.linkFetch, { url, uploadId: 'x' }, media.tenant());
    expect(await refusal(call)).toMatchObject({ code: 'validation_failed' });
  });

  it('is counted: nobody fetches without an end, and not beyond the plan', async () => {
    const tenant = media.tenant('free');
    await media.rpc(mediaRpc.photoCount, {}, tenant);
    for (let round = 0; round < 4; round += 1) {
      await refusal(fetchFrom(tenant, '/gone.jpg'));
    }
    expect(await refusal(fetchFrom(tenant, '/Fall%20bread.jpg'))).toMatchObject({ code: 'rate_limited' });
    const full = media.tenant('free');
    await fetchFrom(full, '/Fall%20bread.jpg');
    await media.sql(`UPDATE usage SET used = 100 * 1048576 WHERE payer_id = $1 AND metric = 'storage'`, [
      full.caller.payerId,
    ]);
    expect(await refusal(fetchFrom(full, '/Fall%20bread.jpg'))).toMatchObject({ code: 'upgrade_required' });
    expect(await refusal(fetchFrom({ caller: { ...full.caller, role: 'viewer' } }, '/Fall%20bread.jpg'))).toMatchObject(
      {
        code: 'forbidden',
      },
    );
  });

  describe('on an installation of the Internet', () => {
    let guarded: MediaUnderTest;
    beforeAll(async () => {
      guarded = await MediaUnderTest.start({}, { OUTBOUND_ALLOW_PRIVATE: 'off' });
    });
    afterAll(() => guarded.close());

    it.each([
      () => `${origin}/Fall%20bread.jpg`,
      () => origin.replace('127.0.0.1', 'localhost'),
      () => origin.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      () => 'http://169.254.169.254/latest/meta-data',
      () => 'http://2130706433/x.jpg',
      () => 'http://10.0.0.1/x.jpg',
      () => 'https://93.184.216.34:8443/x.jpg',
    ])('reaches no address of ours and no other port (%#)', async (url) => {
      const before = asked.length;
      const call = guarded.rpc(linkRpc.linkFetch, { url: url(), uploadId: randomUUID() }, guarded.tenant());
      expect(await refusal(call)).toEqual({ code: 'validation_failed', message: PRIVATE });
      expect(asked).toHaveLength(before);
    });
  });
});
