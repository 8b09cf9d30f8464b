import type { AnswerMode } from '../control/faults.ts';
import { readBrief } from './brief.ts';
import { changed } from './change.ts';
import { followSchema } from './follow-schema.ts';
import { NotAPicture, lookAt } from './look.ts';
import type { Look } from './look.ts';
import { obey } from './obey.ts';
import { write } from './write.ts';

/** A vision request, whichever provider's protocol carried it. */
export interface VisionRequest {
  /** The caller's instructions. */
  readonly system: string;
  /** All other texts, in order. */
  readonly prompt: string;
  readonly pictures: readonly Buffer[];
  /** JSON Schema of the answer; null: none was given. */
  readonly schema: unknown;
  /** JSON was asked for without a schema. */
  readonly json: boolean;
  /** How the answer goes wrong. */
  readonly mode: AnswerMode | null;
  /** The key that the call came with. */
  readonly key: string;
}

export interface VisionAnswer {
  /** The answer as text; JSON text where JSON was asked for. */
  readonly text: string;
  /** The parsed JSON, undefined for plain text. */
  readonly value: unknown;
  /** `cut`: it ends in the middle; `refused`: the model would not; its text is the refusal. */
  readonly ending: 'complete' | 'cut' | 'refused';
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Answers from the pixels that were sent. Throws NotAPicture for bytes that cannot be decoded. */
export async function answerVision(request: VisionRequest): Promise<VisionAnswer> {
  const looks: Look[] = [];
  for (const picture of request.pictures) {
    looks.push(await lookAt(picture));
  }
  const prompt = `${request.system}\n${request.prompt}`;
  const brief = readBrief(prompt);
  const fresh = write(looks, brief, prompt);
  const usual = { ...fresh, caption: changed(prompt, brief) ?? fresh.caption };
  const writing = looks.map((look) => look.writing).join('\n');
  const written = request.mode === 'obey' ? obey(usual, { ...request, writing }) : usual;
  const value: unknown =
    request.schema !== null && request.schema !== undefined
      ? followSchema(request.schema, written)
      : request.json || brief.wantsJson
        ? { caption: written.caption, hashtags: written.hashtags, analysis: written.analysis, altText: written.altText }
        : undefined;
  const plain = [written.caption, written.hashtags.map((tag) => `#${tag}`).join(' ')]
    .filter((part) => part !== '')
    .join('\n\n');
  const whole = value === undefined ? plain : JSON.stringify(value);
  const { text, ...rest } = spoiled(request.mode, whole, value);
  return {
    text,
    ...rest,
    inputTokens: Math.ceil(prompt.length / 4) + looks.reduce((sum, look) => sum + pictureTokens(look), 0),
    outputTokens: Math.max(1, Math.ceil(text.length / 4)),
  };
}

/** The answer as far as the model gives it. */
function spoiled(
  mode: AnswerMode | null,
  text: string,
  value: unknown,
): Pick<VisionAnswer, 'text' | 'value' | 'ending'> {
  switch (mode) {
    case 'refusal':
      return { text: "I'm sorry, I can't help with this picture.", value: undefined, ending: 'refused' };
    case 'cut': {
      const [first] = Object.entries(typeof value === 'object' && value !== null ? value : {});
      return { text: text.slice(0, text.length / 2), value: first && Object.fromEntries([first]), ending: 'cut' };
    }
    case 'nested': {
      const inside = typeof value === 'object' && value !== null ? { ...value, caption: text } : text;
      return { text: JSON.stringify(inside), value: inside, ending: 'complete' };
    }
    case 'obey':
    case 'slow':
    case null:
      return { text, value, ending: 'complete' };
  }
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
