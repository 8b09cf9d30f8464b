/** What models write in the place of a caption or around it. Every step is linear in the text's length. */

/** A page of a server or a proxy, not a text with a tag in it. */
const PAGE = /<!doctype html|<html[\s>]/iu;
const cannot = "(?:['’]m| am| are)? ?(?:can['’]?t|cannot|can not|unable to|not able to|won['’]?t)";
/** What is done with a picture or a request, and not with bread. */
const verbs = '(?:help|assist|create|write|generate|describe|provide|fulfil|comply|see|view|identify|process|do that)';
/** Where a caption begins like this, somebody says why there is none. */
const refusals: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:i['’]m|i am) (?:very |so )?sorry|sorry|my apologies|i apologi[sz]e|unfortunately)\\b[^.!?\n]{0,60}\\b(?:i|we)${cannot} ${verbs}\\b`,
    'iu',
  ),
  new RegExp(`^(?:i|we)${cannot} ${verbs}\\b`, 'iu'),
  /^as an? (?:ai|large language|language model)\b/iu,
  /^(?:es )?tut mir (?:sehr )?leid\b[^.!?\n]{0,40}\bkann ich|^(?:es )?tut mir (?:sehr )?leid\b[^.!?\n]{0,20}\bich kann\b/iu,
  /^lo siento\b[^.!?\n]{0,30}\bno puedo\b/iu,
  /^(?:je suis )?désolée?(?!\p{L})[^.!?\n]{0,30}\bje ne peux pas\b/iu,
  /^(?:申し訳(?:ありません|ございません)|すみません)が、[^。\n]{0,60}(?:できません|できかねます)/u,
  /^(?:عذر[اًا]+|آسف|أعتذر)[^.!؟\n]{0,30}(?:لا|لن) (?:أستطيع|يمكنني|أقدر)/u,
];
/** `Here is your caption:`, said to whoever asked. */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course|absolutely)[,.!]*\s+)?here(?:['’]s| is| are)\s+(?:your|a|an|the|my)\b[^:\n]{0,60}\b(?:caption|post|text)\b[^:\n]{0,60}:\s*/iu;
/** `[Your Business Name]`, `{{price}}`: somebody was to fill it in. */
const PLACEHOLDER =
  /[[{](?:your|insert|add|business|company|shop|store|product|name|link|phone|address|location|city|date|time|price|hashtag)\b[^[\]{}\n]{0,60}[\]}]|\{\{[^{}\n]{1,60}\}\}/iu;
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'", '#x27': "'" },
};
/** Of code, what stands between these tags is no text either. */
const CODE = /(<\/?(?:script|style)\b[^<>]*>)/iu;

/** Whether it is no caption at all, whatever is taken out of it. */
export function isJunk(text: string): boolean {
  const trimmed = text.trim();
  return PAGE.test(trimmed) || refusals.some((refusal) => refusal.test(trimmed));
}

/** Whether a sentence has a gap that somebody was to fill in. */
export function hasPlaceholder(sentence: string): boolean {
  return PLACEHOLDER.test(sentence);
}

export function withoutPreamble(text: string): string {
  return text.trimStart().replace(PREAMBLE, '');
}

/** With the signs that entities stand for. Once: `&amp;lt;` is somebody's `&lt;`. */
export function withoutEntities(text: string): string {
  return text.replaceAll(
    /&(amp|lt|gt|quot|apos|nbsp|#39|#x27);/giu,
    (_, name: string) => entities[name.toLowerCase()] ?? '',
  );
}

/** Without scripts and styles: a browser takes what follows for code until their end, or that of the text. */
export function withoutCode(text: string): string {
  let isCode = false;
  return text
    .split(CODE)
    .filter((part, index) => {
      const isTag = index % 2 === 1;
      if (isTag) {
        isCode = !part.startsWith('</');
      }
      return !isTag && !isCode;
    })
    .join('');
}
