import { placeIn } from '../place-in.ts';
import { button, entries, facts, link, paragraph } from './letter.ts';
import type { Letter, Words } from './letter.ts';

/** What happened in a business, for the mail about it. */
export interface MailNotices {
  readonly businessId: string;
  readonly business: string;
  /** How many there are; `notices` may hold fewer. */
  readonly all: number;
  readonly notices: readonly MailNotice[];
}

interface MailNotice {
  readonly title: string;
  readonly message: string;
  /** Of the post it is about, as far as they are known. */
  readonly firstWords: string | null;
  readonly link: string | null;
}

/** Begins with the words by which a person knows the post. */
function said({ firstWords, message }: MailNotice): string {
  return firstWords === null ? message : `“${firstWords}” ${message}`;
}

/** One thing by itself, or several in a list. */
export function noticesLetter({ businessId, business, all, notices }: MailNotices, reason: Words): Letter {
  const [first] = notices;
  if (notices.length === 1 && first) {
    return {
      subject: `Postloom: ${first.title}`,
      heading: first.title,
      parts: [
        paragraph(said(first)),
        facts(['Business', business]),
        button('Open it in Postloom', placeIn(businessId, first.link)),
      ],
      reason,
    };
  }
  const more = all - notices.length;
  return {
    subject: `Postloom: ${all} things need your attention`,
    preview: notices.map(({ title }) => title).join(' · '),
    heading: `${all} things need your attention`,
    parts: [
      facts(['Business', business]),
      entries(notices.map((one) => ({ title: one.title, text: said(one), path: placeIn(businessId, one.link) }))),
      ...(more > 0 ? [paragraph(`And ${more} more: `, link('see all of them', placeIn(businessId, null)), '.')] : []),
    ],
    reason,
  };
}
