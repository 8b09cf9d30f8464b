import { knownCaption } from '@postloom/contracts';
import type { PostRecord } from './post.ts';

/** As much of a caption as a line of a mail shows. */
const MOST_CHARACTERS = 90;

/** By which a person knows the post: the beginning of its caption, in one line. */
export function firstWords({
  caption,
  captionByPlatform,
  targets,
}: Pick<PostRecord, 'caption' | 'captionByPlatform' | 'targets'>): string {
  const platforms = targets.map(({ platform }) => platform);
  const known = knownCaption({ caption, captionByPlatform: captionByPlatform ?? null, platforms });
  const characters = [...known.replaceAll(/\s+/g, ' ').trim()];
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters
        .slice(0, MOST_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`;
}
