import type { PlatformName } from '../store/ledger.ts';
import type { PlatformDefinition } from './definition.ts';
import { definition as facebook } from './facebook/definition.ts';
import { definition as instagram } from './instagram/definition.ts';
import { definition as linkedin } from './linkedin/definition.ts';
import { definition as tiktok } from './tiktok/definition.ts';
import { definition as twitter } from './x/definition.ts';

/** The platforms of the sandbox, one folder each. */
export const definitions: Readonly<Record<PlatformName, PlatformDefinition>> = {
  instagram,
  facebook,
  twitter,
  linkedin,
  tiktok,
};

export const platformNames = Object.keys(definitions) as readonly PlatformName[];

/** The platform that a person means by that word (`x` is `twitter`), or undefined. */
export function platformNamed(word: string): PlatformName | undefined {
  const wanted = word.toLowerCase();
  return platformNames.find((name) => name === wanted || definitions[name].alias === wanted);
}
