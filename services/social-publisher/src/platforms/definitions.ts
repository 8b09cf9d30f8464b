import { platforms } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { PlatformDefinition } from './definition.ts';
import { facebook } from './facebook/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { tiktok } from './tiktok/index.ts';
import { x } from './x/index.ts';

const byId: Readonly<Record<Platform, PlatformDefinition>> = { instagram, facebook, twitter: x, linkedin, tiktok };

/** One for each platform of the contract, in its order. */
export const definitions: readonly PlatformDefinition[] = platforms.map((platform) => byId[platform]);

export function definitionOf(platform: Platform): PlatformDefinition {
  return byId[platform];
}

/** The steps of an operator who sets a platform up. The redirect URL is the one to allow there. */
export function setupSteps(platform: Platform, redirectUri: string): string[] {
  return byId[platform].setupSteps(redirectUri, new URL('/api/platform-callbacks/', redirectUri).href);
}
