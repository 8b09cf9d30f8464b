import type { PlatformLook } from './look.ts';

export const x: PlatformLook = {
  glyph: (
    <path
      d="M2.5 2.5h2.9l8.1 11h-2.9zM13 2.5 9.2 6.9M6.8 9.2 3 13.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
    />
  ),
  ink: 'text-(--thread-twitter)',
  fill: 'bg-(--thread-twitter)',
  home: 'https://x.com/',
  feedCut: null,
};
