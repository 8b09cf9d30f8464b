import sharp from 'sharp';
import type { ProfileName } from './profiles.ts';

/** One picture: what stands in it, where, and for whose business it is. */
export interface Scene {
  readonly id: string;
  readonly profile: ProfileName;
  readonly svg: string;
}

const WIDTH = 800;
const HEIGHT = 600;

/** What stands in a picture, drawn around the middle of the ground line. */
const things: Readonly<Record<ProfileName, Readonly<Record<string, string>>>> = {
  bakery: {
    loaf: '<ellipse cx="400" cy="400" rx="190" ry="95" fill="#b8742f"/><path d="M270 360 l60 60 M370 340 l60 70 M470 350 l50 60" stroke="#f2d9ae" stroke-width="14"/>',
    cake: '<rect x="260" y="320" width="280" height="120" rx="14" fill="#f6e3d0"/><rect x="260" y="320" width="280" height="40" fill="#c2556b"/><circle cx="400" cy="305" r="20" fill="#a8182f"/>',
  },
  gym: {
    dumbbell:
      '<rect x="270" y="375" width="260" height="24" fill="#6b7280"/><rect x="220" y="325" width="60" height="125" rx="10" fill="#1f2937"/><rect x="520" y="325" width="60" height="125" rx="10" fill="#1f2937"/>',
    mat: '<path d="M200 440 l110 -110 h300 l-90 110 z" fill="#5b8c6e"/><circle cx="330" cy="395" r="34" fill="#3f6b52"/>',
  },
  property: {
    house:
      '<rect x="260" y="300" width="280" height="150" fill="#e7e0d3"/><path d="M235 305 L400 190 L565 305 z" fill="#8c3b2e"/><rect x="370" y="365" width="60" height="85" fill="#4a5d6e"/>',
    tower:
      '<rect x="310" y="150" width="180" height="300" fill="#9fb3c4"/><path d="M335 180 h40 v40 h-40z M425 180 h40 v40 h-40z M335 250 h40 v40 h-40z M425 250 h40 v40 h-40z M335 320 h40 v40 h-40z M425 320 h40 v40 h-40z" fill="#f5e8a3"/>',
  },
  florist: {
    bouquet:
      '<path d="M400 450 L350 320 M400 450 L400 290 M400 450 L450 320" stroke="#3d7a45" stroke-width="10"/><circle cx="345" cy="300" r="42" fill="#d9577a"/><circle cx="400" cy="265" r="46" fill="#f0b429"/><circle cx="455" cy="300" r="42" fill="#8f5bb5"/>',
    pot: '<path d="M320 360 h160 l-24 95 h-112 z" fill="#b5613c"/><path d="M400 360 C330 300 330 230 400 250 C470 230 470 300 400 360" fill="#4d9155"/>',
  },
  salon: {
    mirror:
      '<ellipse cx="400" cy="310" rx="110" ry="145" fill="#cfe3ea" stroke="#8a6d3b" stroke-width="18"/><rect x="385" y="450" width="30" height="30" fill="#8a6d3b"/>',
    scissors:
      '<path d="M300 220 L470 410 M500 220 L330 410" stroke="#7b8794" stroke-width="18"/><circle cx="490" cy="432" r="34" fill="none" stroke="#c2556b" stroke-width="16"/><circle cx="310" cy="432" r="34" fill="none" stroke="#c2556b" stroke-width="16"/>',
  },
  garage: {
    car: '<rect x="210" y="350" width="380" height="80" rx="24" fill="#2f6db3"/><path d="M280 350 l50 -70 h140 l60 70 z" fill="#9cc3e6"/><circle cx="300" cy="440" r="40" fill="#222"/><circle cx="500" cy="440" r="40" fill="#222"/>',
    wheel:
      '<circle cx="400" cy="340" r="120" fill="#23262b"/><circle cx="400" cy="340" r="62" fill="#b9c0c8"/><path d="M400 280 v120 M340 340 h120" stroke="#6b7280" stroke-width="16"/>',
  },
};

/** Where it stands, from above to below. */
const places: Readonly<Record<string, readonly [sky: string, ground: string]>> = {
  morning: ['#fdf1dc', '#d8b98a'],
  window: ['#cfe6f5', '#9c7a55'],
  evening: ['#3a2d4f', '#5d3a2e'],
  garden: ['#dff0ff', '#6a9a5b'],
  counter: ['#efe9e2', '#3c3f46'],
};

/** Sixty pictures: two things of each trade in five places. */
export const scenes: readonly Scene[] = (Object.keys(things) as ProfileName[]).flatMap((profile) =>
  Object.entries(things[profile]).flatMap(([thing, drawing]) =>
    Object.entries(places).map(([place, [sky, ground]]) => ({
      ...{ id: `${profile}-${thing}-${place}`, profile },
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="800" height="450" fill="${sky}"/><rect y="440" width="800" height="160" fill="${ground}"/>${drawing}</svg>`,
    })),
  ),
);

/** As the service sends it: at most 800 px wide, JPEG of quality 80. */
export function pictureOf({ svg }: Scene): Promise<Buffer> {
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}
