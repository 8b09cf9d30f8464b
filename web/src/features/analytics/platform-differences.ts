import type { PlatformRules } from '@postloom/contracts';
import { interactionNames } from '#lib/contract-data.ts';
import { listOf } from '#lib/words.ts';
import { analyticsTexts } from './texts.ts';

/** How the rate of a platform differs from what the page says about rates. */
export function differencesOf({ name, figures }: Pick<PlatformRules, 'name' | 'figures'>): readonly string[] {
  const { noAudience, missing } = analyticsTexts.platforms;
  const untold = interactionNames.filter((figure) => !figures.includes(figure));
  return [
    ...(figures.includes('reach') ? [] : [noAudience(name)]),
    ...(untold.length > 0 ? [missing(name, listOf(untold, 'or'))] : []),
  ];
}
