import { industries } from '@postloom/contracts';
import type { Business, CaptionStyle, CaptionVoice, EmojiHabit } from '@postloom/contracts';

export const styles: Readonly<Record<CaptionStyle, string>> = {
  professional: 'clear and competent, complete sentences, no slang',
  casual: 'relaxed and warm, as one neighbour speaks to another',
  artistic: 'evocative, with one strong image in words',
  promotional: 'inviting, with one concrete reason to act and a call to action',
};

export const tones: Readonly<Record<Business['businessTone'], string>> = {
  professional: 'calm and exact',
  friendly: 'open and kind',
  creative: 'playful with words and pictures',
  luxury: 'unhurried and choice, never loud',
  edgy: 'short, direct and a little cheeky',
  'family-friendly': 'cheerful, and fit for children',
};

export const emojis: Readonly<Record<EmojiHabit, string>> = {
  none: 'none at all',
  some: 'none to two, only where they fit',
  many: 'three to six, spread over the text',
};

/** What the owner wrote about the business, one line a field; `includeHashtags`: its own hashtags as well. */
export function profileLines(business: Business, voice: CaptionVoice, includeHashtags: boolean): string[] {
  const industry = industries.find(({ key }) => key === business.industryType);
  const fields: Readonly<Record<string, string | null>> = {
    'Business name': business.name,
    Industry: business.customIndustryName ?? industry?.label ?? business.industryType,
    Location: business.businessLocation,
    'Time zone': business.timeZone,
    Audience: business.targetAudience,
    Specialty: business.businessSpecialty,
    'What sets it apart': business.uniqueSellingPoint,
    Services: business.keyServices,
    Personality: business.businessPersonality,
    Description: business.description,
    Colors: business.brandColors && `${business.brandColors.primary} and ${business.brandColors.secondary}`,
    'Wishes of the owner': business.customAiPrompt,
    'Favorite words': voice.favoriteWords.join(', '),
    'Banned words': voice.bannedWords.join(', '),
    'Own hashtags': includeHashtags
      ? voice.hashtagSets.map(({ name, tags }) => `${name}: ${tags.join(' ')}`).join('; ')
      : null,
  };
  return Object.entries(fields).flatMap(([label, value]) => {
    const data = asData(value ?? '');
    return data === '' ? [] : [`${label}: ${data}`];
  });
}

export function marked(name: string, lines: readonly string[]): string[] {
  return [`<${name}>`, ...lines, `</${name}>`];
}

/** One line that cannot close the mark around it. */
export function asData(value: string): string {
  return value.replaceAll(/[<>\s]+/g, ' ').trim();
}

/** A text of several lines that cannot close the mark around it. */
export function asText(value: string): string {
  return value.replaceAll(/[<>]/g, ' ').trim();
}
