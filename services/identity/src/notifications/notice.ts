import type { Notification } from '@postloom/contracts';

/** A notification, in the words people read. */
export interface Notice {
  /** What it is about and in which respect, unique within the business: a later notification with the same key replaces it. */
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
