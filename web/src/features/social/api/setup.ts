import type { Platform } from '@postloom/contracts';
import { callRoute, routes } from '#lib/api/index.ts';

/** The steps that are missing on the installation before a platform can be connected; null when nothing is missing. */
export async function fetchSetup(platform: Platform): Promise<Setup | null> {
  const start = await callRoute(routes.socialAuth, { params: { platform } });
  if (!('setupRequired' in start)) {
    return null;
  }
  return { platform, redirectUri: start.redirectUri, steps: start.instructions.steps };
}

export type Setup = { platform: Platform; redirectUri: string; steps: readonly string[] };
