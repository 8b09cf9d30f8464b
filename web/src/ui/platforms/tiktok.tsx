import type { PlatformLook } from './look.ts';

export const tiktok: PlatformLook = {
  glyph: (
    <path
      d="M8.3 2h2.1c.2 1.6 1.1 2.6 2.7 2.8v2.1c-1 0-1.9-.3-2.7-.8v3.9a4 4 0 1 1-3.4-4v2.2a1.8 1.8 0 1 0 1.3 1.8z"
      fill="currentColor"
    />
  ),
  ink: 'text-(--thread-tiktok)',
  fill: 'bg-(--thread-tiktok)',
  home: 'https://www.tiktok.com/',
  feedCut: 100,
};
