import { asList, asObject, asText, comparableText } from '../http-call.ts';
import type { SavedSteps } from '../platform.port.ts';

/** A picture that X has. */
export interface Upload {
  readonly id: string;
  readonly at: string;
  readonly isReady: boolean;
}

/** X shortens links to t.co, appends the picture's own link and escapes `&<>`: the text as it was written. */
export function originalText(post: Record<string, unknown>): string {
  let text = asText(post['text']) ?? '';
  for (const url of asList(asObject(post['entities'])?.['urls'])) {
    const short = asText(url['url']);
    const full = asText(url['expanded_url']);
    if (short === null || full === null) continue;
    const isPicture = url['media_key'] !== undefined || /\/(photo|video)\/\d+$/.test(full);
    text = text.replace(short, () => (isPicture ? '' : full));
  }
  return withoutSchemes(text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'));
}

/** `bakery.example` comes back as `https://bakery.example/`: neither scheme nor closing slash may make a difference. */
export function withoutSchemes(text: string): string {
  return comparableText(text.replace(/https?:\/\//gi, '').replace(/\/(?=\s|$)/g, ''));
}

export function orderOf(steps: SavedSteps): string[] {
  const order = steps['order'];
  return Array.isArray(order) ? order.filter((photo): photo is string => typeof photo === 'string') : [];
}

export function uploadsOf(steps: SavedSteps): Record<string, Upload> {
  const uploads: Record<string, Upload> = {};
  for (const [photo, value] of Object.entries(asObject(steps['uploads']) ?? {})) {
    const upload = asObject(value);
    const id = asText(upload?.['id']);
    const at = asText(upload?.['at']);
    if (id !== null && at !== null) uploads[photo] = { id, at, isReady: upload?.['isReady'] !== false };
  }
  return uploads;
}
