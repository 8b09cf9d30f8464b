import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, identityEvents, LOGO_SIZE, logoMessages, MAX_LOGO_BYTES, reportLogoRpc } from '@postloom/contracts';
import type { ReportLogo } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import sharp from 'sharp';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { avif, heic, jpeg, sidewaysJpeg } from '../testing/pictures.ts';

const GREEN = { r: 46, g: 107, b: 72 };

/** A green bar in the middle of nothing, as logos come. */
function drawing(width: number, height: number) {
  const bar = { width: width / 2, height: height / 4, channels: 4 as const, background: { ...GREEN, alpha: 1 } };
  const nothing = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width, height, channels: 4, background: nothing } }).composite([
    { input: { create: bar }, left: width / 4, top: height / 2 },
  ]);
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await call };
  } catch (error) {
    if (error instanceof AppError) {
      return { code: error.code, message: error.message };
    }
    throw error;
  }
}

const bytesOf = ({ png }: ReportLogo): Buffer => Buffer.from(png, 'base64');

describe('the logo on reports', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const set = async (tenant: Tenant, file: Buffer): Promise<ReportLogo> => {
    const { logo } = await media.rpc(reportLogoRpc.reportLogoSet, { file: file.toString('base64') }, tenant);
    expect(logo).not.toBeNull();
    return logo as ReportLogo;
  };
  const get = async (tenant: Tenant) => (await media.rpc(reportLogoRpc.reportLogoGet, {}, tenant)).logo;
  const remove = (tenant: Tenant) => media.rpc(reportLogoRpc.reportLogoDelete, {}, tenant);

  it.each(['png', 'webp', 'jpeg'] as const)(
    'is drawn anew from a %s: without its edge, on white, small',
    async (type) => {
      const tenant = media.tenant('agency');
      const drawn = type === 'jpeg' ? drawing(1_200, 600).flatten({ background: '#ffffff' }) : drawing(1_200, 600);
      const file = await drawn.toFormat(type).toBuffer();
      const logo = await set(tenant, file);
      expect(logo.width).toBe(LOGO_SIZE.width);
      // A JPEG blurs a little of the bar beyond its edge.
      expect(Math.abs(logo.height - 120)).toBeLessThan(type === 'jpeg' ? 5 : 1);
      const { data, info } = await sharp(bytesOf(logo)).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: logo.width, height: logo.height, channels: 3 });
      const middle = 3 * (60 * logo.width + 240);
      expect(Math.abs((data[middle] ?? 0) - GREEN.r)).toBeLessThan(6);
      expect(await get(tenant)).toEqual(logo);
    },
  );

  it('has nothing of the file but what is seen: no place, no camera, nothing behind it', async () => {
    const tenant = media.tenant('agency');
    const file = Buffer.concat([await sidewaysJpeg(), Buffer.from('<script>alert(1)</script>')]);
    const logo = bytesOf(await set(tenant, file));
    expect((await sharp(logo).metadata()).format).toBe('png');
    for (const hidden of ['SERIAL-4711', 'GPS', 'Exif', 'eXIf', 'iTXt', 'script']) {
      expect(logo.includes(hidden)).toBe(false);
    }
  });

  it('is never large, whatever it shows', async () => {
    const tenant = media.tenant('agency');
    let seed = 7;
    const noise = Buffer.from(
      Array.from({ length: 480 * 160 * 3 }, () => (seed = (seed * 16_807) % 2_147_483_647) % 256),
    );
    const file = await sharp(noise, { raw: { ...LOGO_SIZE, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(bytesOf(await set(tenant, file)).length).toBeLessThan(80_000);
  });

  it('is refused where the file is no picture, of another kind or too large', async () => {
    const tenant = media.tenant('agency');
    const wrong = { code: 'unsupported_media_type', message: logoMessages.wrongType };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    expect(await refusal(set(tenant, Buffer.from(svg)))).toEqual(wrong);
    expect(await refusal(set(tenant, Buffer.from('GIF89a')))).toEqual(wrong);
    expect(await refusal(set(tenant, heic()))).toEqual(wrong);
    expect(await refusal(set(tenant, await avif()))).toEqual(wrong);
    const whole = await drawing(400, 200).png().toBuffer();
    expect(await refusal(set(tenant, whole.subarray(0, whole.length / 2)))).toMatchObject({ code: 'invalid_image' });
    const vast = await sharp({ create: { width: 5_000, height: 3_300, channels: 3, background: GREEN } })
      .png()
      .toBuffer();
    expect(await refusal(set(tenant, vast))).toEqual({
      ...{ code: 'image_too_large', message: logoMessages.tooManyPixels },
    });
    expect(await refusal(set(tenant, Buffer.alloc(MAX_LOGO_BYTES + 3)))).toMatchObject({ code: 'validation_failed' });
    expect(await get(tenant)).toBeNull();
  });

  it('is that of one business, and changed by those alone who may change its profile', async () => {
    const [owner, other] = [media.tenant('agency'), media.tenant('agency')];
    const logo = await set(owner, await jpeg(1, 90, 30));
    expect(await get(other)).toBeNull();
    for (const role of ['editor', 'viewer'] as const) {
      const person: Tenant = { caller: { ...owner.caller, role } };
      expect(await refusal(set(person, await jpeg(2)))).toMatchObject({ code: 'forbidden' });
      expect(await refusal(remove(person))).toMatchObject({ code: 'forbidden' });
    }
    expect(await get(owner)).toEqual(logo);
    const next = await set({ caller: { ...owner.caller, role: 'admin' } }, await jpeg(3, 60, 30));
    expect(next).toMatchObject({ width: 60, height: 30 });
    expect(await get(owner)).toEqual(next);
    expect(await remove(owner)).toEqual({ success: true });
    expect(await remove(owner)).toEqual({ success: true });
    expect(await get(owner)).toBeNull();
  });

  it('is part of the Agency plan', async () => {
    const tenant = media.tenant('pro');
    expect(await refusal(set(tenant, await jpeg(4)))).toMatchObject({ code: 'upgrade_required' });
    expect(await get(tenant)).toBeNull();
  });

  it('goes with its business, which gets no new one', async () => {
    const tenant = media.tenant('agency');
    const { businessId, payerId } = tenant.caller;
    await set(tenant, await jpeg(5));
    await media.service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId, entityId: businessId, version: 9, data: { businessId, payerId } },
    });
    await eventually('its row is gone', async () =>
      expect(await media.sql('SELECT 1 AS one FROM report_logos WHERE business_id = $1', [businessId])).toEqual([]),
    );
    expect(await refusal(set(tenant, await jpeg(6)))).toMatchObject({ code: 'not_found' });
  });
});
