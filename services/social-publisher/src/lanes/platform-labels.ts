import type { Platform } from '@postloom/contracts';

/** Platforms as sentences call them; also of those that this installation has no app for. */
export const platformLabels: Readonly<Record<Platform, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'X',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
};
