import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { cn } from '#lib/cn.ts';
import { Button } from '#ui/index.ts';

/** The rest of a list, a page at a time; after a failure the way to try again. */
export function ShowMore({
  query,
  className,
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;
  className?: string;
}) {
  return query.hasNextPage ? (
    <Button
      variant="ghost"
      size="sm"
      className={cn('justify-self-center', className)}
      pending={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchNextPageError ? 'Try again' : 'Show more'}
    </Button>
  ) : null;
}
