import type { IndustryKey, IndustryTemplate } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes } from '#lib/api/index.ts';

const only = (templates: readonly IndustryTemplate[]): IndustryTemplate | undefined => templates[0];

/** What a trade can post: ideas, hashtags, a week, examples. The same for every business of the trade. */
export function useIndustryTemplate(industry: IndustryKey) {
  return useQuery({ ...routeQuery(routes.industryTemplates, { businessId: null, query: { industry } }), select: only });
}
