import type { Preflight, PreflightInput } from '@postloom/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callRoute, previousOf, routes, usePageBusiness } from '#lib/api/index.ts';

/** Milliseconds of rest after which the post is checked. */
const REST_MS = 500;
/** Milliseconds that an answer is kept for the same question. */
const KEEP_MS = 60_000;

const keyOf = (businessId: string | null, question: string | null) =>
  [businessId, routes.preflightPost.path, question] as const;

function checkQuery(businessId: string | null, question: string | null) {
  return queryOptions({
    queryKey: keyOf(businessId, question),
    queryFn: ({ signal }): Promise<Preflight> =>
      callRoute(routes.preflightPost, { businessId, body: JSON.parse(question ?? 'null') as PreflightInput, signal }),
  });
}

/** The platforms' answer about a post while it is written. */
export function usePreflight(question: PreflightInput | null) {
  const text = question ? JSON.stringify(question) : null;
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const businessId = usePageBusiness();
  const query = useQuery({
    ...checkQuery(businessId, asked),
    enabled: asked !== null && text !== null,
    placeholderData: previousOf(businessId),
    staleTime: KEEP_MS,
    gcTime: KEEP_MS,
  });
  return {
    preflight: text === null ? undefined : query.data,
    checking: text !== null && (asked !== text || query.isFetching),
    failed: text !== null && query.isError,
    again: () => void query.refetch(),
  };
}

/** The answer to exactly this question, when it is there. */
export function useAnsweredPreflight(): (question: PreflightInput | null) => Preflight | undefined {
  const client = useQueryClient();
  const businessId = usePageBusiness();
  return (question) =>
    question ? client.getQueryData<Preflight>(keyOf(businessId, JSON.stringify(question))) : undefined;
}
