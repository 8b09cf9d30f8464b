import type { PlatformLook } from './look.ts';

export const instagram: PlatformLook = {
  glyph: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="2.5" y="2.5" width="11" height="11" rx="3.4" />
      <circle cx="8" cy="8" r="2.6" />
      <circle cx="11.2" cy="4.8" r="0.5" fill="currentColor" />
    </g>
  ),
  ink: 'text-(--thread-instagram)',
  fill: 'bg-(--thread-instagram)',
  home: 'https://www.instagram.com/',
  feedCut: 125,
};
