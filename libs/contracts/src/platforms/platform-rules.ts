import type { FigureName } from '../analytics/figures.ts';

/** What a platform accepts, and how it counts: figures without schemas, so that screens can use them. */
export interface PlatformRules<Id extends string = string> {
  readonly platform: Id;
  /** 'X' in badges, 'X (Twitter)' in pickers. */
  readonly name: string;
  readonly longName: string;
  /** First word of its settings: `X` of `X_CLIENT_ID`. */
  readonly settingsPrefix: string;
  /** Most characters of a caption, in the platform's own unit (see `captionLength`). */
  readonly captionLimit: number;
  /** 'weighted': twitter-text v3; 'code_points': Unicode characters; 'utf16': UTF-16 units, an emoji counts two or more. */
  readonly captionUnit: 'weighted' | 'code_points' | 'utf16';
  readonly hashtagLimit: number | null;
  readonly mentionLimit: number | null;
  /** Stock symbols such as $ACME. */
  readonly cashtagLimit: number | null;
  /** What a web address in the caption costs or lacks, as a sentence; null: nothing worth a warning. */
  readonly linkWarning: string | null;
  readonly maxPhotos: number;
  readonly textOnly: boolean;
  /** Width divided by height that the platform accepts, with the names of both ends ('4:5'); null: any. */
  readonly aspect: {
    readonly min: number;
    readonly max: number;
    readonly narrowest: string;
    readonly widest: string;
  } | null;
  /** True: every picture of a carousel is cropped to the shape of the first one. */
  readonly cutsToFirst: boolean;
  readonly photo: {
    /** Accepted MIME types. Postloom always sends JPEG. */
    readonly types: readonly string[];
    readonly maxBytes: number;
    /** Pixels below which the platform enlarges or refuses; null: not documented. */
    readonly minWidth: number | null;
    /** Width times height; null: not documented. */
    readonly maxPixels: number | null;
  };
  /** Minutes in which the platform refuses the same text from the same account again; null: it does not. */
  readonly duplicateMinutes: number | null;
  /** Posts that one account may publish by API within the last so many minutes; null: not documented. */
  readonly cap: { readonly posts: number; readonly minutes: number } | null;
  /** Size in pixels of the largest picture that it uses unchanged; larger ones it scales or refuses. Null: no such limit. */
  readonly largest: {
    readonly width: number | null;
    readonly longEdge: number | null;
    readonly shortEdge: number | null;
  };
  /** What it tells of a post. Without `reach` its engagement rate is over `views`. */
  readonly figures: readonly FigureName[];
  /** Whether it tells what people saw and did on the whole account; where it does not, followers are all that it tells of it. */
  readonly tellsAccountDays: boolean;
  /** Header, in lower case, with the signature of its webhooks; null: it sends none. */
  readonly webhookSignature: string | null;
  /** Date on which these figures were last checked against the platform's documentation. */
  readonly checkedOn: string;
}

/** Keeps the id's own type, from which `Platform` is derived. */
export function definePlatformRules<const Id extends string>(rules: PlatformRules<Id>): PlatformRules<Id> {
  return rules;
}

export const MEBIBYTE = 1_048_576;
export const DAY_MINUTES = 24 * 60;
