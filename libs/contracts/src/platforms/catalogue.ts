import { facebook } from './facebook.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import type { PlatformRules } from './platform-rules.ts';
import { tiktok } from './tiktok.ts';
import { x } from './x.ts';

/** Every platform, in the order in which every list shows them. All other lists of platforms follow from this one. */
const catalogue = [instagram, facebook, x, linkedin, tiktok] as const;

type IdsOf<T extends readonly PlatformRules[]> = { -readonly [Index in keyof T]: T[Index]['platform'] };

export const platforms = catalogue.map(({ platform }) => platform) as IdsOf<typeof catalogue>;
export type Platform = (typeof platforms)[number];

export const platformRules = Object.fromEntries(catalogue.map((rules) => [rules.platform, rules])) as Readonly<
  Record<Platform, PlatformRules<Platform>>
>;
