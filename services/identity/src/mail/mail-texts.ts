import { momentText } from '@postloom/chassis';
import type { ReportLogo } from '@postloom/contracts';
import { addressOf, button, link, paragraph, small, subjectOf, tidy } from './letter.ts';
import type { Letter, Words } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import { noticesLetter } from './notices-letter.ts';
import type { MailNotices } from './notices-letter.ts';
import { reportLetter } from './report-letter.ts';
import type { ReportMailFacts } from './report-letter.ts';
import { weekLetter } from './week-letter.ts';
import type { MailWeek } from './week-letter.ts';

/**
 * The mails of this service: what happened and what to do. No names: nobody may inject words into a mail to somebody else by signing up
 * with their address. Only `notices` and `weekly` contain names, and go to confirmed addresses only.
 */
export type MailKind =
  | 'verify_email'
  | 'address_taken'
  | 'reset_password'
  | 'password_changed'
  | 'connect_sign_in'
  | 'delete_account'
  | 'account_deleted'
  | 'password_replaced'
  | 'change_email'
  | 'address_in_use'
  | 'email_change_asked'
  | 'email_changed'
  | 'ways_changed'
  | 'payment_failed'
  | 'export_ready'
  | 'export_failed'
  | 'import_ended'
  | 'notices'
  | 'weekly';

/** Mails that a person may stop; the others are about their account and always come. */
const STOPPABLE: readonly MailKind[] = ['notices', 'weekly'];

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where a mail program stops mails like this with one POST (RFC 8058). Absent: such mails cannot be stopped. */
  readonly unsubscribe?: string;
  /** The name beside the address of the sender; absent: the product's. */
  readonly from?: string;
  /** A picture that the HTML shows as `cid:logo`. */
  readonly logo?: Pick<ReportLogo, 'png'>;
}

export interface MailFacts {
  /** Postloom's public address, without a trailing slash. */
  readonly publicUrl: string;
  /** The time of what the mail is about. */
  readonly at: Date;
  /** For mails with a link: its secret and its expiry. */
  readonly link?: { readonly token: string; readonly expiresAt: Date };
  readonly notices?: MailNotices;
  readonly week?: MailWeek;
  /** For mails that can be stopped: the secret of that link. */
  readonly unsubscribeToken?: string;
}

/** The mail of a kind. @throws Error when a kind that needs a link gets none */
export function mailText(kind: MailKind, facts: MailFacts): MailText {
  const written = letter(kind, facts);
  return {
    subject: subjectOf(written),
    text: letterText(written, facts.publicUrl),
    html: letterHtml(written, facts.publicUrl),
    ...(STOPPABLE.includes(kind) ? { unsubscribe: stoppedAt(facts.publicUrl, required(facts.unsubscribeToken)) } : {}),
  };
}

/** The mail that a report is attached to. */
export function reportMail(facts: ReportMailFacts): MailText {
  const { brand, publicUrl, unsubscribeToken } = facts;
  const written = reportLetter(facts);
  return {
    subject: subjectOf(written),
    text: letterText(written, publicUrl),
    html: letterHtml(written, publicUrl),
    unsubscribe: stoppedAt(publicUrl, unsubscribeToken),
    ...(brand.isWhiteLabel ? { from: tidy(brand.name), ...(brand.logo ? { logo: brand.logo } : {}) } : {}),
  };
}

function stoppedAt(publicUrl: string, token: string): string {
  return addressOf(publicUrl, `/api/notifications/unsubscribe?token=${token}`);
}

/** Why a person gets a mail about their account. */
const ABOUT_ACCOUNT = ['Postloom sends this email because it is about the account with this address.'] as const;

function letter(kind: MailKind, { at, link: secret, notices, week, unsubscribeToken }: MailFacts): Letter {
  switch (kind) {
    case 'verify_email': {
      const { token, expiresAt } = required(secret);
      return {
        subject: 'Confirm your email address for Postloom',
        heading: 'Confirm your email address',
        parts: [
          paragraph('A Postloom account was created with this address. Please confirm that the address is yours.'),
          button('Confirm this address', `/verify-email?token=${token}`),
          small(`The link works once, until ${moment(expiresAt)}.`),
          small('If you did not create an account, you can ignore this email. The address stays unconfirmed.'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    }
    case 'address_taken':
      return {
        subject: 'You already have a Postloom account',
        heading: 'You already have an account',
        parts: [
          paragraph(
            `On ${moment(at)} someone tried to create a Postloom account with this address. You already have one, and nothing about it has changed.`,
          ),
          button('Sign in', '/login'),
          small(
            'If it was you and you forgot your password, ',
            link('set a new one', '/forgot-password'),
            '. If it was not you, you do not need to do anything.',
          ),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'reset_password': {
      const { token, expiresAt } = required(secret);
      return {
        subject: 'Set a new password for Postloom',
        heading: 'Set a new password',
        parts: [
          paragraph('Someone asked for a new password for the Postloom account with this address.'),
          button('Set a new password', `/reset-password?token=${token}`),
          small(
            `The link works once, until ${moment(expiresAt)}. Setting a new password signs you out on every device.`,
          ),
          small('If you did not ask for it, you can ignore this email. Your password has not changed.'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    }
    case 'password_changed':
      return {
        subject: 'Your Postloom password was changed',
        heading: 'Your password was changed',
        parts: [
          paragraph(
            `The password of your Postloom account was changed on ${moment(at)}, and you were signed out on every device.`,
          ),
          button('Sign in', '/login'),
          small('If it was not you, ', link('set a new password', '/forgot-password'), ' right away.'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'connect_sign_in': {
      const { token, expiresAt } = required(secret);
      return {
        subject: 'Connect your Postloom account with your sign-in',
        heading: 'Connect your account',
        parts: [
          paragraph(
            `On ${moment(at)} someone with this address signed in to Postloom in a new way, and there was an account with this address before. If it was you, connect the two: then you find your businesses, photos and posts where you left them.`,
          ),
          button('Connect my account', `/connect-sign-in?token=${token}`),
          small(`The link works once, until ${moment(expiresAt)}. Connecting signs you out on every device.`),
          small('If it was not you, you can ignore this email. Nothing about your account has changed.'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    }
    case 'delete_account': {
      const { token, expiresAt } = required(secret);
      return {
        subject: 'Confirm that you want to delete your Postloom account',
        heading: 'Delete your account?',
        parts: [
          paragraph(
            'Someone asked to delete the Postloom account with this address and everything in it: businesses, photos, posts and connections to social platforms.',
          ),
          button('Review the deletion', `/data-deletion-confirm?token=${token}`),
          small(
            `The link works once, until ${moment(expiresAt)}. Opening it deletes nothing; you confirm on the page. After that it cannot be undone.`,
          ),
          small('If you did not ask for it, you can ignore this email. Nothing has changed.'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    }
    case 'account_deleted':
      return {
        subject: 'Your Postloom account has been deleted',
        heading: 'Your account has been deleted',
        parts: [
          paragraph(
            `The deletion that was confirmed on ${moment(at)} is complete. Postloom no longer has your account, businesses, photos, posts or connections.`,
          ),
          paragraph(
            'Posts that are already public on a platform stay there; delete them on the platform. Backups keep a copy for at most 30 days.',
          ),
          small('This is the last email to this address: we have deleted the address as well.'),
        ],
        reason: ['Postloom sends this email because you confirmed the deletion.'],
      };
    case 'password_replaced':
      return {
        subject: 'Your Postloom password was changed',
        heading: 'Your password was changed',
        parts: [
          paragraph(
            `The password of your Postloom account was changed on ${moment(at)}, and every other device was signed out.`,
          ),
          ...ifNotYou(required(secret)),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'change_email': {
      const { token, expiresAt } = required(secret);
      return {
        subject: 'Confirm your new email address for Postloom',
        heading: 'Confirm your new email address',
        parts: [
          paragraph(
            'Someone asked to use this address for their Postloom account. Please confirm that the address is yours.',
          ),
          button('Use this address', `/change-email?token=${token}`),
          small(`The link works once, until ${moment(expiresAt)}. Until then nothing changes.`),
          small('If you did not ask for it, you can ignore this email.'),
        ],
        reason: ['Postloom sends this email because someone gave this address as their new one.'],
      };
    }
    case 'address_in_use':
      return {
        subject: 'This address already has a Postloom account',
        heading: 'This address already has an account',
        parts: [
          paragraph(
            `On ${moment(at)} someone asked to use this address for another Postloom account. It already has one, and nothing about it has changed.`,
          ),
          button('Sign in', '/login'),
          small('If it was not you, you do not need to do anything.'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'email_change_asked':
      return {
        subject: 'A new address for your Postloom account',
        heading: 'A new address for your account',
        parts: [
          paragraph(
            `On ${moment(at)} someone who knows your password asked to use another email address for your Postloom account. Nothing has changed yet: the new address has to be confirmed first.`,
          ),
          ...ifNotYou(required(secret)),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'email_changed':
      return {
        subject: 'Your Postloom account has a new address',
        heading: 'Your account has a new address',
        parts: [
          paragraph(
            `Since ${moment(at)} your Postloom account has another email address. This is the last email to this one.`,
          ),
          ...ifNotYou(required(secret)),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'ways_changed':
      return {
        subject: 'How you sign in to Postloom was changed',
        heading: 'How you sign in was changed',
        parts: [
          paragraph(
            `On ${moment(at)} two-step sign-in or a passkey of your Postloom account was turned on or removed. Settings show what it was.`,
          ),
          ...ifNotYou(required(secret)),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'payment_failed':
      return {
        subject: 'The payment for your Postloom plan did not go through',
        heading: 'Your payment did not go through',
        parts: [
          paragraph(
            'The last payment for your Postloom plan was declined. Settings show how long you keep the plan. Update your card there, or your account changes to the Free plan.',
          ),
          button('Open Settings', '/settings#subscription'),
          small('Everything you made stays, whatever plan you are on.'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'export_ready':
      return {
        subject: 'Your Postloom export is ready',
        heading: 'Your export is ready',
        parts: [
          paragraph(
            'The zip with your businesses, photos, posts and schedules is ready. Settings show until when you can download it.',
          ),
          button('Download it on Settings', '/settings#export'),
          small(
            'If you did not ask for it, ',
            link('set a new password', '/forgot-password'),
            ': only somebody who is signed in as you can ask for an export or download it.',
          ),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'export_failed':
      return {
        subject: 'Your Postloom export could not be made',
        heading: 'Your export could not be made',
        parts: [
          paragraph(`Postloom gave up making your export on ${moment(at)}. Nothing of yours has changed.`),
          button('Ask for it again on Settings', '/settings#export'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'import_ended':
      return {
        subject: 'Your Postloom import has ended',
        heading: 'Your import has ended',
        parts: [
          paragraph(
            'What came back is in your account, and Settings shows what is different. Recurring schedules are paused, and nothing was published.',
          ),
          button('See what came back', '/settings#export'),
        ],
        reason: ABOUT_ACCOUNT,
      };
    case 'notices':
      return noticesLetter(
        required(notices),
        stoppable('Postloom sends at most one of these emails an hour for each business.', required(unsubscribeToken)),
      );
    case 'weekly':
      return weekLetter(
        required(week),
        stoppable('Postloom sends this summary on Monday when there is something to say.', required(unsubscribeToken)),
      );
  }
}

/** What to do about a change that somebody else made. */
function ifNotYou({ token, expiresAt }: NonNullable<MailFacts['link']>): Letter['parts'] {
  return [
    small(
      'If it was you, there is nothing to do. If it was not, ',
      link('secure your account', `/secure-account?token=${token}`),
      '.',
    ),
    small(
      `That signs out every device, takes a changed address back and lets you set a new password. The link works once, until ${moment(expiresAt)}.`,
    ),
  ];
}

/** Why a person gets a mail that they may stop, and how. */
function stoppable(sentence: string, token: string): Words {
  return [
    `${sentence} `,
    link('Choose which emails you get', '/settings#notifications'),
    ' or ',
    link('stop emails like this', `/unsubscribe?token=${token}`),
    '.',
  ];
}

function required<T>(part: T | undefined): T {
  if (part === undefined) {
    throw new Error('This mail needs a link, or what it tells.');
  }
  return part;
}

/** A mail knows no time zone of its reader, so it names its own. */
function moment(at: Date): string {
  return momentText(at, 'UTC');
}
