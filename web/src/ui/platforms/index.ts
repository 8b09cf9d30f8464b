import type { Platform } from '@postloom/contracts';
import { facebook } from './facebook.tsx';
import { instagram } from './instagram.tsx';
import { linkedin } from './linkedin.tsx';
import type { PlatformLook } from './look.ts';
import { tiktok } from './tiktok.tsx';
import { x } from './x.tsx';

export const platformLooks: Readonly<Record<Platform, PlatformLook>> = {
  instagram,
  facebook,
  twitter: x,
  linkedin,
  tiktok,
};
