import type { Notification } from '@postloom/contracts';

/** A notification, with the text that people read. */
export interface Notice {
  /** Its subject and aspect, unique within the business: a later notification with the same key replaces it. */
  readonly key: string;
  /** The post, account or schedule. */
  readonly about: string;
  /** For figures: 'post_failed'. */
  readonly kind: string;
  readonly title: string;
  readonly message: string;
  readonly type: Notification['type'];
  /** The person has something to do, at `link`. */
  readonly actionable: boolean;
  /** A path of the app. */
  readonly link: string | null;
  /** Important enough for a mail. */
  readonly isCritical: boolean;
}
