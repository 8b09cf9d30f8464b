import { listOf, plural } from '#lib/words.ts';

/** Texts of the questions before photos are deleted. */
export const deletionTexts = {
  question: (count: number) => `Delete ${count === 1 ? 'this photo' : plural(count, 'photo')}?`,
  warning: 'You can bring it back from Recently deleted for 30 days.',
  publishedWarning:
    'What is already published stays on the platforms. You can bring the photo back from Recently deleted for 30 days.',
  manyWarning:
    'You can bring them back from Recently deleted for 30 days. If a scheduled post needs a photo, we ask you first. Drafts that show one of them are left without it.',
  neededWarning: (posts: number) =>
    `${posts === 1 ? 'A scheduled post needs' : `${plural(posts, 'scheduled post')} need`} this photo and will go back to draft:`,
  drafts: (posts: number) =>
    `${posts === 1 ? 'A draft shows this photo' : `${plural(posts, 'draft')} show this photo`} and will be left without it:`,
  refused: 'A scheduled post needs this photo. If you delete it anyway, the posts that need it go back to draft.',
} as const;

/** Of the albums inside one that is deleted. */
export const albumsInsideStay = (names: readonly string[]): string =>
  names.length === 1
    ? `The album inside it, ${listOf(names)}, stays with its photos and moves up.`
    : `The albums inside it, ${listOf(names)}, stay with their photos and move up.`;
