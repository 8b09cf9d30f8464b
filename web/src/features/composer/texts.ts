import { formatNumber } from '#lib/format.ts';
import { listOf, plural } from '#lib/words.ts';

export const composerTexts = {
  scheduled: { title: 'Success', description: 'Post scheduled successfully!' },
  draftSaved: { title: 'Draft saved' },
  updated: { title: 'Post updated' },
  see: 'See it',
  notPublished: 'Saved as a draft, not published',
  photoCropped: 'Photo cropped',
  whyDraft: {
    neither: 'Without a date and a time this is saved as a draft.',
    noTime: 'Add a time to schedule it. Without one this is saved as a draft.',
    noDate: 'Add a date to schedule it. Without one this is saved as a draft.',
  },
  caption: {
    ownEmpty: (platform: string) =>
      `The caption for ${platform} is empty. Write one, or go back to the shared caption.`,
    isOwn: (platform: string) => `${platform} gets this text instead of the shared caption.`,
    isShared: (platform: string) =>
      `${platform} gets the shared caption. Change it here and only ${platform} gets the change.`,
    notReached: (names: readonly string[]) =>
      names.length === 1
        ? `${listOf(names)} has a caption of its own. What you change here does not reach it.`
        : `${listOf(names)} have captions of their own. What you change here does not reach them.`,
    overBy: (characters: number) => `over by ${formatNumber(characters)}`,
    overByHashtags: (hashtags: number) => `over by ${plural(hashtags, 'hashtag')}`,
  },
  photos: {
    count: (count: number, limit: number) => `${count} of ${plural(limit, 'photo')}.`,
    limitOf: (platform: string, limit: number) => `${platform} takes at most ${limit}.`,
    firstIsCover: 'The first one is the cover.',
    moved: (place: number, count: number) => `Photo moved to place ${place} of ${count}.`,
    removed: 'Photo removed.',
    deleted: 'This photo was deleted',
    howToOrder: 'Drag to reorder, or hold Alt and press an arrow key',
  },
  check: {
    wouldRefuse: (platform: string, problem: string) => `${platform} would refuse this post: ${problem}`,
    wouldRefuseWithMore: (platform: string, problem: string, more: number) =>
      `${platform} would refuse this post: ${problem} See ${plural(more, 'more problem')} in the list above.`,
  },
} as const;
