import type { photoTypes } from '@postloom/contracts';

export type PhotoType = (typeof photoTypes)[number];

/** How many bytes `sniffType` looks at: no file that we know of names more brands than fit. */
export const SNIFF_BYTES = 128;

/** The major brands of HEIC that our decoder knows; `mif1` and `msf1` say that it is a picture, and not how it is coded. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1']);
/** `avis`: a film. */
const AVIF_BRANDS = new Set(['avif', 'avis']);
const OPEN_BRANDS = new Set(['mif1', 'msf1']);

/** The type by the file's first bytes; null for everything we do not accept. The client's content type is ignored. */
export function sniffType(head: Buffer): PhotoType | null {
  if (head.length >= 3 && head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) {
    return 'image/jpeg';
  }
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) {
    return 'image/png';
  }
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') {
    return 'image/webp';
  }
  if (head.toString('latin1', 4, 8) === 'ftyp') {
    return codedAs(head);
  }
  return null;
}

/** AVIF and HEIC share their container: what names them is its major brand, or one of those that it says it is compatible with. */
function codedAs(head: Buffer): PhotoType | null {
  const major = head.toString('latin1', 8, 12);
  if (
    AVIF_BRANDS.has(major) ||
    (OPEN_BRANDS.has(major) && compatibleBrands(head).some((brand) => AVIF_BRANDS.has(brand)))
  ) {
    return 'image/avif';
  }
  return HEIC_BRANDS.has(major) ? 'image/heic' : null;
}

function compatibleBrands(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length, SNIFF_BYTES);
  const brands: string[] = [];
  for (let at = 16; at + 4 <= end; at += 4) {
    brands.push(head.toString('latin1', at, at + 4));
  }
  return brands;
}
