import { momentText } from '@postloom/chassis';

/**
 * The mails of this service: what happened and what to do, in text and in simple HTML. No names: nobody may inject words into a mail to
 * somebody else by signing up with their address. Only `notices` contains names, and goes to confirmed addresses only.
 */
export type MailKind = 'verify_email' | 'address_taken' | 'reset_password' | 'password_changed' | 'notices';

/** An event in a business, for the mail about it. */
export interface MailNotices {
  readonly business: string;
  /** How many there are; `notices` may hold fewer. */
  readonly all: number;
  readonly notices: readonly { readonly title: string; readonly message: string; readonly link: string | null }[];
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailFacts {
  /** Postloom's public address, without a trailing slash. */
  readonly publicUrl: string;
  /** The time of what the mail is about. */
  readonly at: Date;
  /** For mails with a link: its secret and its expiry. */
  readonly link?: { readonly token: string; readonly expiresAt: Date };
  readonly notices?: MailNotices;
}

interface Letter {
  readonly subject: string;
  readonly opening: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Paragraphs after the button. */
  readonly rest: readonly string[];
}

/** The mail of a kind. @throws Error when a kind that needs a link gets none */
export function mailText(kind: MailKind, facts: MailFacts): MailText {
  const written = letter(kind, facts);
  return { subject: written.subject, text: asText(written), html: asHtml(written) };
}

function letter(kind: MailKind, { publicUrl, at, link, notices }: MailFacts): Letter {
  switch (kind) {
    case 'verify_email': {
      const { token, expiresAt } = required(link);
      return {
        subject: 'Confirm your email address for Postloom',
        opening: 'A Postloom account was created with this address. Please confirm that the address is yours.',
        action: { label: 'Confirm this address', url: `${publicUrl}/verify-email?token=${token}` },
        rest: [
          `The link works once, until ${moment(expiresAt)}.`,
          'If you did not create an account, you can ignore this email. The address stays unconfirmed.',
        ],
      };
    }
    case 'address_taken':
      return {
        subject: 'You already have a Postloom account',
        opening: `On ${moment(at)} someone tried to create a Postloom account with this address. You already have one, and nothing about it has changed.`,
        action: { label: 'Sign in', url: `${publicUrl}/login` },
        rest: [
          `If it was you and you forgot your password, set a new one: ${publicUrl}/forgot-password`,
          'If it was not you, you do not need to do anything.',
        ],
      };
    case 'reset_password': {
      const { token, expiresAt } = required(link);
      return {
        subject: 'Set a new password for Postloom',
        opening: 'Someone asked for a new password for the Postloom account with this address.',
        action: { label: 'Set a new password', url: `${publicUrl}/reset-password?token=${token}` },
        rest: [
          `The link works once, until ${moment(expiresAt)}. Setting a new password signs you out on every device.`,
          'If you did not ask for it, you can ignore this email. Your password has not changed.',
        ],
      };
    }
    case 'password_changed':
      return {
        subject: 'Your Postloom password was changed',
        opening: `The password of your Postloom account was changed on ${moment(at)}, and you were signed out on every device.`,
        action: { label: 'Sign in', url: `${publicUrl}/login` },
        rest: [`If it was not you, set a new password right away: ${publicUrl}/forgot-password`],
      };
    case 'notices':
      return noticesLetter(required(notices), publicUrl);
  }
}

function noticesLetter({ business, all, notices }: MailNotices, publicUrl: string): Letter {
  const place = `For ${oneLine(business)}:`;
  const [first] = notices;
  if (notices.length === 1 && first) {
    return {
      subject: `Postloom: ${first.title}`,
      opening: `${place} ${first.message}`,
      action: { label: 'Open it in Postloom', url: `${publicUrl}${first.link ?? '/'}` },
      rest: [AT_MOST],
    };
  }
  const more = all - notices.length;
  return {
    subject: `Postloom: ${all} things need your attention`,
    opening: `${place} ${all} things need your attention.`,
    rest: [
      ...notices.map(({ title, message, link }) => `${title}. ${message} ${publicUrl}${link ?? '/'}`),
      ...(more > 0 ? [`And ${more} more: ${publicUrl}/`] : []),
      AT_MOST,
    ],
  };
}

const AT_MOST = 'Postloom sends at most one of these emails an hour for each business.';

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function required<T>(part: T | undefined): T {
  if (part === undefined) {
    throw new Error('This mail needs a link or notices.');
  }
  return part;
}

/** A mail knows no time zone of its reader, so it names its own. */
function moment(at: Date): string {
  return momentText(at, 'UTC');
}

function asText({ opening, action, rest }: Letter): string {
  return ['Hello,', opening, ...(action ? [`${action.label}:\n${action.url}`] : []), ...rest, 'Postloom'].join('\n\n');
}

/** Readable in light and dark mode: colours are left to the reader, only the button has its own. */
function asHtml({ subject, opening, action, rest }: Letter): string {
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${linked(text)}</p>`;
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escape(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#2B4C8C;color:#FBF8F3;text-decoration:none;font-weight:600">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px">Or open this address:<br><a href="${escape(action.url)}">${escape(action.url)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:32px 16px;font-family:ui-sans-serif,system-ui,'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;letter-spacing:-0.02em">Postloom</p>
${paragraph('Hello,')}
${paragraph(opening)}
${button}
${rest.map(paragraph).join('\n')}
</div>
</body>
</html>
`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Escaped text whose web addresses are links. */
function linked(text: string): string {
  return escape(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
