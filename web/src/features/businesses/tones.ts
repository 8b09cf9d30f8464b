import type { BusinessTone } from '@postloom/contracts';
import { editorTones } from '#lib/contract-data.ts';

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
