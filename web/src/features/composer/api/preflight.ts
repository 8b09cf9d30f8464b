import type { Preflight, PreflightInput } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callRoute, previousOf, routes, usePageBusiness } from '#lib/api/index.ts';

/** Milliseconds of rest after which the post is checked. */
const REST_MS = 500;
/** Milliseconds that an answer is kept for the same question. */
const KEEP_MS = 60_000;

/** The platforms' answer about a post while it is written. `current` is true when it speaks of exactly this question. */
export function usePreflight(question: PreflightInput | null) {
  const text = question ? JSON.stringify(question) : null;
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const businessId = usePageBusiness();
  const query = useQuery<Preflight>({
    queryKey: [businessId, '/api/posts/preflight', asked],
    enabled: asked !== null && text !== null,
    queryFn: ({ signal }) =>
      callRoute(routes.preflightPost, { businessId, body: JSON.parse(asked ?? 'null') as PreflightInput, signal }),
    placeholderData: previousOf(businessId),
    staleTime: KEEP_MS,
    gcTime: KEEP_MS,
  });
  return {
    preflight: text === null ? undefined : query.data,
    current: asked === text && query.isSuccess && !query.isPlaceholderData,
    checking: text !== null && (asked !== text || query.isFetching),
    failed: text !== null && query.isError,
    again: () => void query.refetch(),
  };
}
