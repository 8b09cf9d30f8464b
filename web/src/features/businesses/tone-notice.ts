import type { BusinessTone, IndustryKey } from '@postloom/contracts';
import { toneFor } from '#lib/contract-data.ts';
import { businessTexts } from './texts.ts';
import { toneLabels } from './tones.ts';

/** What the form says below the tone: the tone that will be saved when the industry decides it, else nothing. */
export function toneNotice(
  industry: IndustryKey,
  industryLabel: string,
  chosen: BusinessTone | '' | undefined,
): string | null {
  const tone = toneFor(industry, chosen);
  if (tone === (chosen || 'professional')) {
    return null;
  }
  return businessTexts.toneNotice(industryLabel, toneLabels[tone].toLowerCase());
}
