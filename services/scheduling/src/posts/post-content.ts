import type { Platform } from '@postloom/contracts';

/** A post's content as its author writes it, without shared photos, platforms and date. */
export interface PostContent {
  readonly caption: string;
  readonly captionByPlatform: Partial<Record<Platform, string>> | null;
  /** What a platform gets instead of the shared photos. */
  readonly photoIdsByPlatform: Partial<Record<Platform, readonly string[]>> | null;
}

/** `absent`: its value in a new post when omitted. `changed`: the timeline's sentence after an edit of it. */
const fields: { readonly [F in keyof PostContent]: { readonly absent: PostContent[F]; readonly changed: string } } = {
  caption: { absent: '', changed: 'Caption changed.' },
  captionByPlatform: { absent: null, changed: 'Caption for a single platform changed.' },
  photoIdsByPlatform: { absent: null, changed: 'Photos for a single platform changed.' },
};

type Field = keyof PostContent;
/** As clients send it: omitted fields are undefined. */
export type SentContent = { readonly [F in Field]?: PostContent[F] | undefined };

const names = Object.keys(fields) as Field[];

/** The content of a new post. */
export function contentOf(sent: SentContent): PostContent {
  return collect((field) => sent[field] ?? fields[field].absent);
}

/** The content after an edit: omitted fields stay as they were. */
export function contentAfter(before: PostContent, sent: SentContent): PostContent {
  return collect((field) => (sent[field] === undefined ? before[field] : sent[field]));
}

/** One sentence for each field that differs. */
export function contentSentences(before: PostContent, after: PostContent): string[] {
  return names
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => fields[field].changed);
}

function collect(valueOf: (field: Field) => unknown): PostContent {
  return Object.fromEntries(names.map((field) => [field, valueOf(field)])) as unknown as PostContent;
}
