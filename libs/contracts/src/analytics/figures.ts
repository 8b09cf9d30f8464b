/** What platforms tell of a post, each counted since it was published. Without schemas, so that screens can use it. */
export const figureNames = ['views', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;
export type FigureName = (typeof figureNames)[number];

/** What a person does with a post: these make up the engagement rate. Clicks don't: too few platforms tell them. */
export const interactionNames = ['likes', 'comments', 'shares', 'saves'] as const satisfies readonly FigureName[];

/** A figure is null when nobody has told it: the platform does not offer it, or has not been asked yet. Never 0 instead. */
export type PostFigures = Readonly<Record<FigureName, number | null>>;

export const noFigures: PostFigures = {
  ...{ views: null, reach: null, likes: null, comments: null, shares: null, saves: null, clicks: null },
};

/** Likes, comments, shares and saves together, as far as the platform tells them; null when it tells none. */
export function interactionsOf(figures: PostFigures): number | null {
  const told = interactionNames.map((name) => figures[name]).filter((figure) => figure !== null);
  return told.length === 0 ? null : told.reduce((sum, figure) => sum + figure, 0);
}

/** People who saw the post; where a platform does not tell them (X, TikTok), how often it was shown. */
export function audienceOf(figures: PostFigures): number | null {
  return figures.reach ?? figures.views;
}

/**
 * The engagement rate, the only definition of it: interactions per hundred people reached, in percent with two decimals. Of several posts
 * it is that of their sums, so a post that few have seen weighs little; one whose audience nobody has told is left out, its interactions
 * too. Null without an audience.
 */
export function engagementRate(interactions: number | null, audience: number | null): number | null {
  return interactions === null || audience === null || audience <= 0
    ? null
    : Math.round((interactions / audience) * 10_000) / 100;
}
