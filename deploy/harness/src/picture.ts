import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** A real photograph's shape: 4000 x 3000 JPEG of a drawn loaf on a table, with GPS and a camera's serial number in its EXIF. */
export async function twelveMegapixels(): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="4000" height="3000">
    <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#f3dfc1"/><stop offset="1" stop-color="#d9a066"/></linearGradient></defs>
    <rect width="400" height="300" fill="url(#wall)"/><rect y="200" width="400" height="100" fill="#6b4226"/>
    <ellipse cx="200" cy="190" rx="120" ry="60" fill="#b5651d"/><ellipse cx="200" cy="175" rx="110" ry="48" fill="#d08a3e"/>
    <path d="M130 165q20-25 40 0M180 155q20-25 40 0M230 165q20-25 40 0" stroke="#f6deb4" stroke-width="7" fill="none"/></svg>`;
  return sharp(Buffer.from(drawing))
    .jpeg({ quality: 92 })
    .withExif({
      IFD0: { Make: 'Postloom', Model: 'Harness' },
      IFD2: { BodySerialNumber: 'SERIAL-4711' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 36/1',
      },
    })
    .toBuffer();
}

/** A small picture that no other seed gives. */
export async function smallPicture(seed: number): Promise<Buffer> {
  const digest = createHash('sha256').update(String(seed)).digest();
  const [red = 0, green = 0, blue = 0] = digest;
  return sharp({ create: { width: 640, height: 480, channels: 3, background: { r: red, g: green, b: blue } } })
    .jpeg()
    .toBuffer();
}

/** True when the bytes carry a position or a serial number anywhere in their metadata. */
export async function carriesPersonalData(picture: Buffer): Promise<boolean> {
  const { exif, xmp, iptc } = await sharp(picture).metadata();
  return [exif, xmp, iptc].some((block) => block !== undefined && block.length > 0) || picture.includes('SERIAL-4711');
}
