import type { Notification } from '@postloom/contracts';

/** Something people are to be told, in their words. */
export interface Notice {
  /** What it is about and in which respect, unique within the business: later news with the same key replace this. */
  readonly key: string;
  /** The post, account or schedule. */
  readonly about: string;
  /** For figures: 'post_failed'. */
  readonly kind: string;
  readonly title: string;
  readonly message: string;
  readonly type: Notification['type'];
  /** There is something to do, at `link`. */
  readonly actionable: boolean;
  /** A path of the app. */
  readonly link: string | null;
  /** Important enough for a mail. */
  readonly isCritical: boolean;
}
