import type { PlatformDefinition } from './definition.ts';
import { definition as facebook } from './facebook/definition.ts';
import { definition as instagram } from './instagram/definition.ts';
import { definition as linkedin } from './linkedin/definition.ts';
import { definition as tiktok } from './tiktok/definition.ts';
import { definition as twitter } from './x/definition.ts';

const list = { instagram, facebook, twitter, linkedin, tiktok };

/** The product's names of the platforms; `twitter` is shown as X and answers to `x` as well. */
export type PlatformName = keyof typeof list;

type Credentials = { readonly [Name in PlatformName]: (typeof list)[Name]['credentials'] };

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never;

/** The settings of all platforms; no two have the same name. */
export type PlatformSettings = All<(typeof list)[PlatformName]['settings']>;

/** The platforms of the sandbox, one folder each. */
export const definitions: Readonly<Record<PlatformName, PlatformDefinition>> = list;

export const platformNames = Object.keys(definitions) as readonly PlatformName[];

export const platformSettings = Object.assign(
  {},
  ...platformNames.map((name) => definitions[name].settings),
) as PlatformSettings;

export const platformCredentials = Object.fromEntries(
  platformNames.map((name) => [name, definitions[name].credentials]),
) as Credentials;

/** The platform that a person means by that word (`x` is `twitter`), or undefined. */
export function platformNamed(word: string): PlatformName | undefined {
  const wanted = word.toLowerCase();
  return platformNames.find((name) => name === wanted || definitions[name].alias === wanted);
}
