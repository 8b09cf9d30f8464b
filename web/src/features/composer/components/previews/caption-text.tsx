import type { Platform } from '@postloom/contracts';
import { cn } from '#lib/cn.ts';
import { feedText } from '../../counters.ts';
import { marksOf } from '../../marks.ts';

export type CaptionTextProps = {
  platform: Platform;
  caption: string;
  /** Look of what the platform makes a link of. */
  linkClass: string;
  /** Addresses are links there too. */
  links?: boolean;
  /** What the feed says where it cuts. */
  more: string;
  className?: string;
  /** Said before the text, for example the account. */
  lead?: string;
};

/** The caption as the feed shows it: cut where it cuts, with hashtags, mentions and addresses in the platform's color. */
export function CaptionText({ platform, caption, linkClass, links = true, more, className, lead }: CaptionTextProps) {
  const { text, cut } = feedText(platform, caption);
  return (
    <p className={cn('text-sm break-words whitespace-pre-wrap', className)}>
      {lead && text ? <span className="font-bold">{lead} </span> : null}
      {text === '' ? <span className="opacity-70">Your caption appears here.</span> : null}
      {marksOf(text).map(({ kind, text: part }, index) =>
        kind === 'plain' || (kind === 'link' && !links) ? (
          part
        ) : (
          <span key={index} className={linkClass}>
            {part}
          </span>
        ),
      )}
      {cut ? <span className="opacity-70">… {more}</span> : null}
    </p>
  );
}
