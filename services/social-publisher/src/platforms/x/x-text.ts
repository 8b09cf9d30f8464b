import { asList, asObject, asText, comparableText } from '../http-call.ts';

/** Links of one post that are restored: more than a post of ours has room for. Each is a search through the text. */
const MOST_LINKS = 100;

/** X shortens links to t.co, appends the picture's own link and escapes `&<>`: this restores the text as it was written. */
export function originalText(post: Record<string, unknown>): string {
  let text = asText(post['text']) ?? '';
  for (const url of asList(asObject(post['entities'])?.['urls']).slice(0, MOST_LINKS)) {
    const short = asText(url['url']);
    const full = asText(url['expanded_url']);
    if (short === null || full === null) {
      continue;
    }
    // Not by the link's target: https://tiktok.com/@shop/video/1 is the person's own.
    const isPicture =
      url['media_key'] !== undefined || /^pic\.(x|twitter)\.com\//.test(asText(url['display_url']) ?? '');
    text = text.replace(short, () => (isPicture ? '' : full));
  }
  return withoutSchemes(text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'));
}

/** `bakery.example` comes back as `https://bakery.example/`: neither scheme nor trailing slash may make a difference. */
export function withoutSchemes(text: string): string {
  return comparableText(text.replace(/https?:\/\//gi, '').replace(/\/(?=\s|$)/g, ''));
}
