import type { BodyOf, Platform, Post, routes } from '@postloom/contracts';
import { platforms } from '#lib/contract-data.ts';
import { clockIn, dayIn } from '#lib/month-grid.ts';

type PostBody = BodyOf<typeof routes.createPost>;

/** What the composer's form holds. */
export type ComposerValues = {
  platforms: readonly Platform[];
  caption: string;
  /** What a platform gets instead of the shared text. */
  captionByPlatform: Readonly<Partial<Record<Platform, string>>>;
  /** In the order in which they are shown; the first is the cover. */
  photoIds: readonly string[];
  /** 'YYYY-MM-DD' or empty. */
  date: string;
  /** 'HH:MM' or empty. */
  time: string;
};
export type ComposerField = keyof ComposerValues;

type FieldDefinition<K extends ComposerField> = {
  /** The value of a new post. */
  empty: ComposerValues[K];
  /** The value of a post that is edited. */
  ofPost(post: Post, timeZone: string): ComposerValues[K];
  /** The value of what an earlier page kept on this device, with all that it kept; anything that is none becomes empty. */
  ofStored(stored: unknown, all: Readonly<Record<string, unknown>>): ComposerValues[K];
  /** What it adds to the request; `instant` is what date and time mean together. */
  toBody(values: ComposerValues, instant: string | null): Partial<PostBody>;
  /** Parts of the request whose refusal is shown at this field. */
  paths: readonly string[];
  /** Fields whose message no longer holds once this one changes, beside its own. */
  settles?: readonly ComposerField[];
};

const textOf = (stored: unknown): string => (typeof stored === 'string' ? stored : '');

/**
 * Every field of the composer: the one place that drafts on the device, editing, checking, saving and the server's refusals read.
 * In the order of the form: the first with a problem gets the focus.
 */
export const composerFields: { readonly [K in ComposerField]: FieldDefinition<K> } = {
  platforms: {
    empty: [],
    ofPost: (post) => post.platforms,
    ofStored: (stored) => (Array.isArray(stored) ? platforms.filter((one) => stored.includes(one)) : []),
    toBody: (values) => ({ platforms: [...values.platforms] }),
    paths: ['platforms'],
    settles: ['caption'],
  },
  caption: {
    empty: '',
    ofPost: (post) => post.caption,
    ofStored: textOf,
    toBody: (values) => ({ caption: values.caption.trim() }),
    paths: ['caption', 'captionByPlatform'],
  },
  captionByPlatform: {
    empty: {},
    ofPost: (post) => post.captionByPlatform ?? {},
    ofStored: (stored) => {
      const texts = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
      return Object.fromEntries(
        platforms.flatMap((platform) => (typeof texts[platform] === 'string' ? [[platform, texts[platform]]] : [])),
      );
    },
    toBody: (values) => ({ captionByPlatform: overridesOf(values) }),
    paths: [],
    settles: ['caption'],
  },
  photoIds: {
    empty: [],
    ofPost: (post) => post.photoIds,
    // Drafts of before several photos were possible hold one `photoId`.
    ofStored: (stored, all) =>
      (Array.isArray(stored) ? stored : [all['photoId']]).filter((id): id is string => typeof id === 'string'),
    toBody: (values) => ({ photoId: values.photoIds[0] ?? null, photoIds: [...values.photoIds] }),
    paths: ['photoIds', 'photoId'],
  },
  date: {
    empty: '',
    ofPost: (post, timeZone) => (post.scheduledFor ? dayIn(timeZone, post.scheduledFor) : ''),
    ofStored: textOf,
    toBody: () => ({}),
    paths: [],
    settles: ['time', 'photoIds'],
  },
  time: {
    empty: '',
    ofPost: (post, timeZone) => (post.scheduledFor ? clockIn(timeZone, post.scheduledFor) : ''),
    ofStored: textOf,
    toBody: (values, instant) => ({ status: statusOf(values), scheduledFor: instant }),
    paths: ['scheduledFor', 'status'],
    settles: ['photoIds'],
  },
};

export const composerFieldNames = Object.keys(composerFields) as readonly ComposerField[];

function valuesBy(valueOf: (field: ComposerField) => ComposerValues[ComposerField]): ComposerValues {
  return Object.fromEntries(composerFieldNames.map((field) => [field, valueOf(field)])) as ComposerValues;
}

export function emptyValues(platformsOfStart: readonly Platform[] = []): ComposerValues {
  return { ...valuesBy((field) => composerFields[field].empty), platforms: platformsOfStart };
}

export function valuesOfPost(post: Post, timeZone: string): ComposerValues {
  return valuesBy((field) => composerFields[field].ofPost(post, timeZone));
}

export function valuesOfStored(stored: Readonly<Record<string, unknown>>): ComposerValues {
  return valuesBy((field) => composerFields[field].ofStored(stored[field], stored));
}

/** The request that saves the post, and the one that asks what the platforms would say. */
export function bodyOf(values: ComposerValues, instant: string | null): PostBody {
  return Object.assign(
    {},
    ...composerFieldNames.map((field) => composerFields[field].toBody(values, instant)),
  ) as PostBody;
}

/** The field that shows what is wrong with a part of the request; null: it concerns the whole form. */
export function fieldOfPath(path: string): ComposerField | null {
  const [head = ''] = path.split('.');
  return composerFieldNames.find((field) => composerFields[field].paths.includes(head)) ?? null;
}

/** With date and time it is scheduled, otherwise it is a draft. */
export function statusOf(values: Pick<ComposerValues, 'date' | 'time'>): 'scheduled' | 'draft' {
  return values.date && values.time ? 'scheduled' : 'draft';
}

/** The own texts that are sent: of chosen platforms, and only where they differ from the shared text; null when there are none. */
export function overridesOf(
  values: Pick<ComposerValues, 'caption' | 'captionByPlatform' | 'platforms'>,
): Partial<Record<Platform, string>> | null {
  const own = values.platforms.flatMap((platform) => {
    const text = values.captionByPlatform[platform]?.trim();
    return text === undefined || text === values.caption.trim() ? [] : [[platform, text] as const];
  });
  return own.length > 0 ? Object.fromEntries(own) : null;
}
