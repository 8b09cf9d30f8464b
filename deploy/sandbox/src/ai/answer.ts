import { readBrief } from './brief.ts';
import { followSchema } from './follow-schema.ts';
import { NotAPicture, lookAt } from './look.ts';
import type { Look } from './look.ts';
import { write } from './write.ts';

/** A vision request, whichever provider's protocol carried it. */
export interface VisionRequest {
  /** All instructions and texts, in order. */
  readonly prompt: string;
  readonly pictures: readonly Buffer[];
  /** JSON Schema of the answer; null: none was given. */
  readonly schema: unknown;
  /** JSON was asked for without a schema. */
  readonly json: boolean;
}

export interface VisionAnswer {
  /** The answer as text; JSON text where JSON was asked for. */
  readonly text: string;
  /** The parsed JSON, undefined for plain text. */
  readonly value: unknown;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Answers from the pixels that were sent. Throws NotAPicture for bytes that cannot be decoded. */
export async function answerVision(request: VisionRequest): Promise<VisionAnswer> {
  const looks: Look[] = [];
  for (const picture of request.pictures) {
    looks.push(await lookAt(picture));
  }
  const brief = readBrief(request.prompt);
  const written = write(looks, brief, request.prompt);
  const value: unknown =
    request.schema !== null && request.schema !== undefined
      ? followSchema(request.schema, written)
      : request.json || brief.wantsJson
        ? { caption: written.caption, hashtags: written.hashtags, analysis: written.analysis, altText: written.altText }
        : undefined;
  const plain = [written.caption, written.hashtags.map((tag) => `#${tag}`).join(' ')]
    .filter((part) => part !== '')
    .join('\n\n');
  const text = value === undefined ? plain : JSON.stringify(value);
  return {
    text,
    value,
    inputTokens: Math.ceil(request.prompt.length / 4) + looks.reduce((sum, look) => sum + pictureTokens(look), 0),
    outputTokens: Math.max(1, Math.ceil(text.length / 4)),
  };
}

/** 85 and 170 per tile of 512 pixels, after scaling to 768 on the short side: OpenAI's published rule. */
function pictureTokens(look: Look): number {
  const scale = Math.min(
    1,
    2048 / Math.max(look.width, look.height, 1),
    768 / Math.max(1, Math.min(look.width, look.height)),
  );
  return 85 + 170 * Math.ceil((look.width * scale) / 512) * Math.ceil((look.height * scale) / 512);
}

/** The bytes of a `data:` URL or raw base64; throws NotAPicture when it is neither. */
export function inlineBytes(text: string): Buffer {
  const match = /^data:[\w.+-]+\/[\w.+-]+;base64,/.exec(text);
  const bytes = Buffer.from(match ? text.slice(match[0].length) : text, 'base64');
  if (bytes.length === 0) {
    throw new NotAPicture('the picture is empty or not base64');
  }
  return bytes;
}
