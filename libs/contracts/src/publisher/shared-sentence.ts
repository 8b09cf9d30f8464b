/** More names than this make no sentence that anybody reads. */
const NAMED = 3;

/** `This X account is also connected to Harbor Yoga.` `platform`: its short name; `businesses`: at least one name. */
export function sharedSentence(platform: string, businesses: readonly string[]): string {
  const more = businesses.length - NAMED;
  const named = more > 1 ? [...businesses.slice(0, NAMED), `${more} more of your businesses`] : businesses;
  return `This ${platform} account is also connected to ${list.format(named)}.`;
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
