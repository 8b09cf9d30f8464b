import type { PlatformLook } from './look.ts';

export const linkedin: PlatformLook = {
  glyph: (
    <path
      d="M2.6 6.2h2.2V13H2.6zM3.7 2.6a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6M6.3 6.2h2.1v1c.4-.7 1.1-1.2 2.2-1.2 2.1 0 2.8 1.3 2.8 3.2V13h-2.2V9.6c0-1-.2-1.8-1.3-1.8S8.5 8.6 8.5 9.6V13H6.3z"
      fill="currentColor"
    />
  ),
  ink: 'text-(--thread-linkedin)',
  fill: 'bg-(--thread-linkedin)',
  home: 'https://www.linkedin.com/',
  feedCut: 210,
};
