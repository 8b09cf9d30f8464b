import type { BusinessTone, IndustryKey } from '@postloom/contracts';
import { editorTones, toneFor } from '#lib/contract-data.ts';
import { businessTexts } from './texts.ts';

export const toneLabels: Record<BusinessTone, string> = {
  professional: 'Professional',
  friendly: 'Friendly',
  creative: 'Creative',
  luxury: 'Luxury',
  edgy: 'Edgy',
  'family-friendly': 'Family-friendly',
};

/** The editor's five tones, and the stored one when it is another, so that saving never loses it. */
export function editorTonesWith(stored: BusinessTone): readonly BusinessTone[] {
  const own: readonly BusinessTone[] = editorTones;
  return own.includes(stored) ? own : [...own, stored];
}

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
