/** What the insights say of a post on a platform. */
export interface Seen {
  /** Reactions of every kind. */
  readonly engagements: number;
  /** How many people saw it; a post that nobody was told of has not been measured. */
  readonly seen: number;
}

/**
 * A post's score: the logarithm of its engagement rate, so that effects multiply and a single post that went around the world does
 * not decide for its hour. Half a reaction is added, as without it a post without any would have no logarithm.
 */
export function scoreOf({ engagements, seen }: Seen): number {
  return Math.log((engagements + 0.5) / (seen + 1));
}

/** The same as SQL, for sums that the database makes. */
export function scoreSql(engagements: string, seen: string): string {
  return `ln((${engagements} + 0.5::float8) / (${seen} + 1::float8))`;
}
