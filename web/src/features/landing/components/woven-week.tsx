import { cn } from '#lib/cn.ts';
import {
  PlatformGlyph,
  platformLooks,
  platforms,
  platformShortNames,
  statusLabels,
  StatusShape,
  weftIsOver,
  type PlatformId,
} from '#ui/index.ts';
import { demoDayNames, demoDays, demoPosts, demoToday, demoWovenDays, type DemoPost } from '../demo-week.ts';
import { landingTexts } from '../texts.ts';
import { DemoPicture } from './demo-picture.tsx';

const strands = 'bg-[repeating-linear-gradient(90deg,var(--line-strong)_0_1.5px,transparent_1.5px_5px)]';

/** One crossing of a day and a platform: over and under as in plain weave; a loose end where the week is not planned yet. */
function Crossing({ day, row, platform }: { day: number; row: number; platform: PlatformId }) {
  const woven = demoWovenDays[platform] ?? 0;
  const over = weftIsOver(day, row);
  return (
    <>
      <span aria-hidden="true" className={cn('absolute inset-y-0 left-1/2 w-4 -translate-x-1/2 opacity-55', strands)} />
      {day <= woven ? (
        <span
          aria-hidden="true"
          className={cn(
            'absolute top-1/2 left-0 h-1.5 -translate-y-1/2 shadow-[0_-3px_0_var(--cloth),0_3px_0_var(--cloth)] sm:h-2.5',
            platformLooks[platform].fill,
            day === woven ? 'right-[78%] rounded-r-full' : 'right-0',
          )}
        />
      ) : null}
      {!over && day < woven ? (
        <span aria-hidden="true" className="absolute inset-y-1/4 left-1/2 w-6 -translate-x-1/2 bg-cloth">
          <span className={cn('absolute inset-y-0 left-1/2 w-4 -translate-x-1/2 opacity-55', strands)} />
        </span>
      ) : null}
    </>
  );
}

function PostKnot({ post }: { post: DemoPost }) {
  return (
    <div
      className={cn(
        'relative z-10 flex flex-col items-center gap-1 rounded-control border bg-cloth p-0.5 shadow-soft sm:w-[5.75rem] sm:items-stretch sm:rounded-card sm:p-1.5',
        post.status === 'draft' ? 'border-dashed border-line-strong' : 'border-line',
      )}
    >
      <DemoPicture
        scene={post.scene}
        className={cn('size-8 sm:h-12 sm:w-full', post.status === 'draft' && 'opacity-70')}
      />
      <p className="hidden items-center justify-between gap-1 px-0.5 text-xs font-semibold tabular whitespace-nowrap sm:flex">
        {post.time}
        <StatusShape status={post.status} />
      </p>
      <StatusShape
        status={post.status}
        className="absolute -right-1 -bottom-1 size-3 rounded-full bg-cloth sm:hidden"
      />
      <span className="sr-only">
        {demoDayNames[post.day]} {post.time}, {platformShortNames[post.platform]}, {statusLabels[post.status]}:{' '}
        {post.caption}
      </span>
    </div>
  );
}

/** The hero: a week as cloth that is nearly finished. Days are the warp, platforms the threads, posts the knots. */
export function WovenWeek() {
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-cloth shadow-lift">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 sm:px-5">
        <span className="flex flex-wrap gap-x-2 text-sm">
          <strong className="font-bold">{landingTexts.hero.week}</strong>
          <span className="text-muted">{landingTexts.hero.weekKey}</span>
        </span>
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {(['published', 'scheduled', 'draft'] as const).map((status) => (
            <span key={status} className="flex items-center gap-1.5">
              <StatusShape status={status} />
              {statusLabels[status]}
            </span>
          ))}
          <span className="hidden sm:inline">{landingTexts.hero.zone}</span>
        </span>
      </figcaption>
      <div className="grid grid-cols-[2.25rem_repeat(7,minmax(0,1fr))] pr-1 pb-3 sm:grid-cols-[8.5rem_repeat(7,minmax(0,1fr))] sm:pr-3 sm:pb-5">
        <span aria-hidden="true" />
        {demoDays.map((day, index) => (
          <span key={day} className="flex justify-center pt-3 pb-2">
            <span
              className={cn(
                'rounded-full px-1.5 py-0.5 text-xs font-semibold sm:px-2.5 sm:text-sm',
                index === demoToday ? 'bg-woad text-on-woad' : 'text-muted',
              )}
            >
              {day}
            </span>
          </span>
        ))}
        {platforms.map((platform, row) => (
          <div key={platform} className="contents">
            <span className="relative flex items-center gap-2 pl-3 text-sm font-semibold sm:pl-5">
              <PlatformGlyph platform={platform} />
              <span className="hidden sm:inline">{platformShortNames[platform]}</span>
              <span className="sr-only sm:hidden">{platformShortNames[platform]}</span>
              <span
                aria-hidden="true"
                className={cn(
                  'absolute top-1/2 right-0 h-1.5 w-1 -translate-y-1/2 rounded-l-full sm:h-2.5 sm:w-3',
                  platformLooks[platform].fill,
                )}
              />
            </span>
            {demoDays.map((day, index) => {
              const post = demoPosts.find((one) => one.day === index && one.platform === platform);
              return (
                <div key={day} className="relative grid h-13 place-items-center sm:h-24">
                  <Crossing day={index} row={row} platform={platform} />
                  {post ? <PostKnot post={post} /> : null}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </figure>
  );
}
