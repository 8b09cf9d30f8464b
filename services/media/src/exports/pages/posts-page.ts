import { momentText } from '@postloom/chassis';
import { platformRules, spokenFor } from '@postloom/contracts';
import type { ExportRow, PostTarget } from '@postloom/contracts';
import { escaped, linkTo, page } from './page.ts';
import type { PageFrame } from './page.ts';

const statuses: Readonly<Record<PostTarget['status'], string>> = {
  pending: 'not sent yet',
  publishing: 'being sent',
  published: 'published',
  failed: 'not published',
  needs_attention: 'outcome unknown',
};

/** Posts with their pictures, and what became of them on each platform. `pictures`: paths by photo. */
export function postsPage(
  frame: PageFrame,
  posts: readonly ExportRow<'posts'>[],
  pictures: ReadonlyMap<string, string>,
  timeZone: string,
): string {
  const shown = posts.map((post) => {
    const images = post.photoIds
      .map((id) => pictures.get(id))
      .filter((path) => path !== undefined)
      .map((path) => `<img src="${linkTo(path, frame.path)}" alt="" loading="lazy">`);
    const when = post.scheduledFor === null ? 'Draft' : momentText(post.scheduledFor, timeZone);
    const targets = post.targets.map((target) => outcome(target));
    return `<article class="card"><h2>${escaped(when)}</h2>
${images.length === 0 ? '' : `<div class="row">${images.join('')}</div>`}
${wordsOf(post)}
${targets.length === 0 ? '' : `<p class="muted links">${targets.join('')}</p>`}</article>`;
  });
  return page(frame, shown.join('\n'));
}

/** The shared caption, as far as anybody gets it, and what each platform gets instead. */
function wordsOf(post: ExportRow<'posts'>): string {
  const words = (text: string): string => `<p class="words">${escaped(text)}</p>`;
  const own = post.platforms.flatMap((platform) => {
    const text = post.captionByPlatform?.[platform];
    return text === undefined ? [] : `<p class="muted">${escaped(platformRules[platform].name)}:</p>\n${words(text)}`;
  });
  return [...(spokenFor(post) === null ? [words(post.caption)] : []), ...own].join('\n');
}

function outcome({ platform, status, permalink }: PostTarget): string {
  const text = `${escaped(platformRules[platform].name)}: ${statuses[status]}`;
  return permalink !== null && /^https?:\/\//.test(permalink)
    ? `<a href="${escaped(permalink)}">${text}</a>`
    : `<span>${text}</span>`;
}
