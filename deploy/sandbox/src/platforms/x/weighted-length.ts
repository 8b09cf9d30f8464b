import twitter from 'twitter-text';

/** Longest post of an account without a subscription, in weighted characters. */
export const longestPost = 280;
export const mostCashtags = 1;

/** The web addresses in a text, in order; X replaces each by a t.co link. */
export const addressesIn = (text: string): string[] => twitter.extractUrls(text);
export const cashtagsIn = (text: string): string[] => twitter.extractCashtags(text);

/** Counts as X's own library does, so that the sandbox refuses what X would refuse. */
export const weightedLength = (text: string): number => twitter.parseTweet(text).weightedLength;
