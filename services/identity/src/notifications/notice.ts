import type { Notification } from '@postloom/contracts';
import type { NoticeKind } from '../preferences/index.ts';

/** A notification, with the text that people read. */
export interface Notice {
  /** Its subject and aspect, unique within the business: a later notification with the same key replaces it. */
  readonly key: string;
  /** The post, account or schedule. */
  readonly about: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly message: string;
  /** The first words of the post it is about, for its mail: the page shows the post itself. */
  readonly firstWords?: string | undefined;
  readonly type: Notification['type'];
  /** The person has something to do, at `link`. */
  readonly actionable: boolean;
  /** A path of the app. */
  readonly link: string | null;
  /** Told by mail to those who want mails about its kind. Not what ends by itself, or what another notice already says. */
  readonly isWorthAMail: boolean;
}
