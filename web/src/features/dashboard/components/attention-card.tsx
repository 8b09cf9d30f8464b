import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { Async } from '#components/async.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { knownCaption } from '#data/post-state.ts';
import { useTroubles, type Trouble } from '#data/attention.ts';
import { checkListOf, troubledAt } from '#data/check-list.ts';
import { useNamedBusiness, usePageTimeZone } from '#data/page-context.tsx';
import { usePhotosById } from '#data/photos.ts';
import { useSocialAccounts } from '#data/social.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { formatDay } from '#lib/format.ts';
import { dayIn } from '#lib/month-grid.ts';
import { Card, CardBody, CardHeader, PlatformGlyph, Skeleton, SkeletonGroup, StatusShape } from '#ui/index.ts';
import { dashboardTexts } from '../texts.ts';

const SHOWN = 3;

/** What failed and what waits for the person, each with the way on; one calm line while there is nothing. */
export function AttentionCard() {
  const query = useTroubles();
  return (
    <Card aria-labelledby="needs-attention">
      <Async
        query={query}
        className="border-0 py-4"
        skeleton={
          <SkeletonGroup text="Loading what needs your attention" className="p-5">
            <Skeleton className="h-6 w-48" />
          </SkeletonGroup>
        }
        empty={<NoTrouble />}
      >
        {(troubles) => (
          <>
            <CardHeader id="needs-attention" title="Needs attention" />
            <CardBody>
              <Troubles troubles={troubles} />
            </CardBody>
          </>
        )}
      </Async>
    </Card>
  );
}

/** No post needs the person; an account may, which the banner above this names. */
function NoTrouble() {
  const business = useNamedBusiness();
  const isAccountLost = useSocialAccounts().data?.some(({ status }) => status === 'reconnect_required') ?? false;
  const Icon = isAccountLost ? TriangleAlert : CircleCheck;
  return (
    <p className="flex items-center gap-2.5 px-5 py-4 text-sm font-semibold">
      <Icon className={cn('size-5 shrink-0', isAccountLost ? 'text-weld' : 'text-moss')} aria-hidden="true" />
      <span id="needs-attention">
        {isAccountLost ? dashboardTexts.accountLost : dashboardTexts.nothingWrong(business)}
      </span>
    </p>
  );
}

function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  const timeZone = usePageTimeZone();
  const shown = useMemo(() => troubles.slice(0, SHOWN), [troubles]);
  const [next] = troubles.slice(SHOWN);
  const photos = usePhotosById(useMemo(() => shown.flatMap(({ post }) => post.photoId ?? []), [shown]));
  return (
    <ul className="-mx-2 grid gap-1">
      {shown.map((trouble) => {
        const { post } = trouble;
        const photo = photos.get(post.photoId ?? '');
        return (
          <li key={post.id}>
            <Link
              href={`/?post=${post.id}`}
              className="flex items-center gap-3 rounded-control px-2 py-2 transition-colors hover:bg-sunken"
            >
              {photo ? (
                <PhotoImage
                  photo={photo}
                  width={64}
                  decorative
                  className="size-11 shrink-0 rounded-control border border-line"
                />
              ) : (
                <span className="size-11 shrink-0 rounded-control border border-dashed border-line bg-sunken" />
              )}
              <span className="grid min-w-0 flex-1">
                <span className="truncate text-sm font-semibold">{knownCaption(post) || 'No caption yet'}</span>
                <TroubleLine trouble={trouble} timeZone={timeZone} />
              </span>
              <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
            </Link>
          </li>
        );
      })}
      {next ? (
        <li className="px-2 pt-1 text-sm text-muted">
          <Link href={checkListOf(next.post, timeZone)} className="rounded-sm font-semibold text-woad hover:underline">
            {dashboardTexts.moreTroubles(troubles.length - SHOWN)}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

function TroubleLine({ trouble: { post, target, need }, timeZone }: { trouble: Trouble; timeZone: string }) {
  const { name } = platformRules[target.platform];
  return (
    <span className="flex min-w-0 items-start gap-1.5 text-sm text-muted">
      <StatusShape status={need === 'fix' ? 'failed' : 'attention'} className="mt-1" />
      <PlatformGlyph platform={target.platform} className="mt-[3px] size-3.5 shrink-0" />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">
        {dashboardTexts.trouble(
          formatDay(dayIn(timeZone, troubledAt(post))),
          dashboardTexts.need[need](name, target.error?.message),
        )}
      </span>
    </span>
  );
}
