/** Languages that a translation is offered in; a business may name another one as that of its captions. */
export const captionLanguages = [
  ...['English', 'Spanish', 'French', 'German', 'Portuguese', 'Italian', 'Dutch', 'Polish'],
  ...['Turkish', 'Arabic', 'Hindi', 'Chinese', 'Japanese', 'Korean'],
] as const;

/** Most characters of a text that can be changed: what models answer in one go. */
export const LONGEST_CHANGED = 2_200;
