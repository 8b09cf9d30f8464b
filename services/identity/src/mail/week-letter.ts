import { momentText } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import type { WeekOfPosts } from '@postloom/contracts';
import { placeIn } from '../place-in.ts';
import { button, entries, facts, paragraph, subheading } from './letter.ts';
import type { Entry, Letter, Part, Words } from './letter.ts';

export interface BusinessWeek extends WeekOfPosts {
  readonly id: string;
  readonly name: string;
  /** What else still needs the person. */
  readonly notices: readonly { readonly title: string; readonly message: string; readonly link: string | null }[];
}

/** What a weekly summary says. */
export interface MailWeek {
  /** Those with something to say. */
  readonly businesses: readonly BusinessWeek[];
  /** Businesses of the person that it does not speak of, because there are too many. */
  readonly others: number;
}

type Posts = WeekOfPosts['published'];

/** Of many businesses, each gets fewer lines. */
const MANY = 3;
const [SHOWN, SHOWN_OF_MANY] = [5, 2];

/** What went out, what did not, what needs its reader, and what comes: each only when there is any. */
export function weekLetter({ businesses, others }: MailWeek, reason: Words): Letter {
  const [only] = businesses;
  const isOne = businesses.length === 1 && only !== undefined;
  const most = businesses.length > MANY ? SHOWN_OF_MANY : SHOWN;
  return {
    subject: isOne ? `Your week at ${only.name}` : 'Your week on Postloom',
    preview: businesses.map((business) => (isOne ? '' : `${business.name}: `) + inShort(business)).join(' · '),
    heading: isOne ? `Your week at ${only.name}` : 'Your week',
    parts: [
      ...businesses.flatMap((business) => [
        ...(isOne ? [] : [subheading(business.name)]),
        paragraph(`${inShort(business)}.`),
        ...sections(business, most),
      ]),
      ...(others > 0 ? [paragraph(`${others} more of your businesses are not in this summary.`)] : []),
      button('Open your calendar', isOne ? placeIn(only.id, '/schedule') : '/schedule'),
    ],
    reason,
  };
}

/** '5 posts went out, 1 did not, 7 are planned'. */
function inShort({ published, failed, planned, notices }: BusinessWeek): string {
  const posts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);
  const said = [
    ...(published.total > 0 ? [`${posts(published.total)} went out`] : []),
    ...(failed.total > 0 ? [`${posts(failed.total)} did not go out`] : []),
    ...(planned.total > 0 ? [`${posts(planned.total)} ${planned.total === 1 ? 'is' : 'are'} planned`] : []),
    ...(notices.length > 0 && published.total + failed.total + planned.total === 0 ? ['Something needs you'] : []),
  ];
  return said.join(', ');
}

function sections({ id, timeZone, published, failed, planned, notices }: BusinessWeek, most: number): Part[] {
  const open: Entry[] = [
    ...failed.first.slice(0, most).map((post) => ({
      title: `Did not go out: ${captionOf(post)}`,
      text: `It was planned for ${listed(post)} on ${momentText(post.at, timeZone)}.`,
      path: placeIn(id, post.id === null ? '/schedule' : `/schedule?post=${post.id}`),
    })),
    ...notices.slice(0, most).map(({ title, message, link }) => ({
      ...{ title, text: message, path: placeIn(id, link) },
    })),
  ];
  return [
    ...(open.length > 0 ? [entries(open)] : []),
    ...list('Went out', published, timeZone, most),
    ...list('Comes next', planned, timeZone, most),
  ];
}

function list(title: string, { first, total }: Posts, timeZone: string, most: number): Part[] {
  const shown = first.slice(0, most);
  if (shown.length === 0) {
    return [];
  }
  const more = total - shown.length;
  return [
    subheading(title),
    facts(...shown.map((post) => [momentText(post.at, timeZone), `${captionOf(post)} (${listed(post)})`] as const)),
    ...(more > 0 ? [paragraph(`And ${more} more.`)] : []),
  ];
}

function captionOf({ caption }: Posts['first'][number]): string {
  return caption === null ? 'A recurring post' : `“${caption.trim()}”`;
}

const names = new Intl.ListFormat('en-US', { type: 'conjunction' });

function listed({ platforms }: Posts['first'][number]): string {
  return names.format(platforms.map((platform) => platformRules[platform].name));
}
