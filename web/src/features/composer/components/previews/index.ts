import type { Platform } from '@postloom/contracts';
import type { ComponentType } from 'react';
import { FacebookPreview } from './facebook-preview.tsx';
import { InstagramPreview } from './instagram-preview.tsx';
import { LinkedinPreview } from './linkedin-preview.tsx';
import type { PreviewProps } from './preview.ts';
import { TiktokPreview } from './tiktok-preview.tsx';
import { XPreview } from './x-preview.tsx';

/** How each platform lays out a post. */
export const previews: Readonly<Record<Platform, ComponentType<PreviewProps>>> = {
  instagram: InstagramPreview,
  facebook: FacebookPreview,
  twitter: XPreview,
  linkedin: LinkedinPreview,
  tiktok: TiktokPreview,
};
