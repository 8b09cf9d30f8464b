import type { ReactNode } from 'react';

/** How a platform looks: its sign, and how its feed shows a post. Its colour is the token `--thread-<id>`, in both themes. */
export type PlatformLook = {
  /** Inside a view box of 16 by 16. */
  glyph: ReactNode;
  /** The colour's classes, written out so that they are found when styles are built. */
  ink: string;
  fill: string;
  /** Where a person sees the account on the platform itself. */
  home: string;
  /** Characters shown before 'more' in its feed; null shows all. Last read on 2026-11-20. */
  feedCut: number | null;
};
