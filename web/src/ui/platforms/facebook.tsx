import type { PlatformLook } from './look.ts';

export const facebook: PlatformLook = {
  glyph: (
    <path
      d="M9.2 14V8.7H11l.3-2.2H9.2V5.2c0-.7.2-1.1 1.1-1.1h1.1V2.1C11.2 2 10.6 2 9.8 2 8 2 6.9 3 6.9 4.9v1.6H5v2.2h1.9V14z"
      fill="currentColor"
    />
  ),
  ink: 'text-(--thread-facebook)',
  fill: 'bg-(--thread-facebook)',
  home: 'https://www.facebook.com/',
  feedCut: 477,
};
