import { ArrowUpRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { Badge, PlatformBadge, platforms, StatusBadge, WovenBand } from '#ui/index.ts';
import { demoPosts } from '../demo-week.ts';
import { landingTexts } from '../texts.ts';
import { DemoPicture } from './demo-picture.tsx';

const { features } = landingTexts;

function FeatureCard({
  title,
  text,
  className,
  children,
}: {
  title: string;
  text: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <article className={cn('flex flex-col overflow-hidden rounded-card border border-line bg-cloth', className)}>
      <div className="grid gap-1.5 px-6 pt-6">
        <h3 className="text-xl font-bold">{title}</h3>
        <p className="max-w-[52ch] text-base text-muted">{text}</p>
      </div>
      <div aria-hidden="true" className="relative flex min-h-56 flex-1 flex-col overflow-hidden px-6 pt-6 [&>*]:flex-1">
        {children}
      </div>
    </article>
  );
}

function UploadVignette() {
  const rows = [
    { scene: 'loaf', name: 'country-loaf.jpg', size: '3.18 MB', width: 'w-full', done: true },
    { scene: 'cup', name: 'flat-white.heic', size: '2.04 MB', width: 'w-3/5', done: false },
    { scene: 'cake', name: 'cherry-cake.jpg', size: '4.4 MB', width: 'w-1/4', done: false },
    { scene: 'croissant', name: 'butter-croissants.jpg', size: '3.9 MB', width: 'w-0', done: false },
    { scene: 'table', name: 'saturday-market.jpg', size: '5.1 MB', width: 'w-0', done: false },
  ] as const;
  return (
    <ul className="absolute inset-x-6 top-6 grid content-start gap-2 rounded-t-card border border-b-0 border-line bg-sunken p-3 pb-5">
      {rows.map((row) => (
        <li key={row.name} className="flex items-center gap-3 rounded-control border border-line bg-cloth p-2 pr-3">
          <DemoPicture scene={row.scene} className="size-11 shrink-0" />
          <div className="grid flex-1 gap-1.5">
            <p className="flex justify-between gap-2 text-xs">
              <span className="font-semibold">{row.name}</span>
              <span className="text-muted tabular">{row.size}</span>
            </p>
            <span className="h-1.5 overflow-hidden rounded-full bg-sunken">
              <span className={cn('block h-full rounded-full', row.width, row.done ? 'bg-moss' : 'bg-woad')} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function CaptionVignette() {
  return (
    <div className="grid gap-4 rounded-t-card border border-b-0 border-line bg-sunken p-4 pb-6 sm:grid-cols-[7.5rem_1fr]">
      <DemoPicture scene="croissant" className="h-36 w-full rounded-card sm:h-full" />
      <div className="grid content-between gap-3">
        <div className="flex flex-wrap gap-1.5">
          {['Professional', 'Casual', 'Artistic', 'Promotional'].map((style) => (
            <Badge key={style} tone={style === 'Casual' ? 'primary' : 'outline'}>
              {style}
            </Badge>
          ))}
        </div>
        <p className="rounded-control border border-line bg-cloth p-3 text-sm">
          Three days of folding, twelve minutes in the oven. Our butter croissants come out at eight, and the window
          seat is free.
          <span className="mt-1.5 block text-woad">#croissant #neighborhoodbakery #freshbaked</span>
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {['GPT-4o', 'Claude 3.5', 'Grok Vision'].map((name) => (
            <span key={name} className="flex items-center gap-1">
              <Check className="size-3.5 text-moss" />
              {name} included
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

function ScheduleVignette() {
  return (
    <div className="-mr-6 rounded-tl-card border border-r-0 border-b-0 border-line bg-sunken overflow-hidden pt-4 pb-3 pl-4">
      <WovenBand
        days={24}
        threads={platforms}
        ground="var(--sunken)"
        cell={36}
        wovenDays={24}
        className="h-56 w-auto max-w-none"
        knots={demoPosts.flatMap(({ day, platform, status }) => {
          const thread = platforms.indexOf(platform);
          return [
            { day: day + 1, thread, status: 'published' as const },
            { day: day + 8, thread, status },
          ];
        })}
      />
      <p className="flex flex-wrap gap-1.5 pr-6 pb-2">
        {platforms.map((platform) => (
          <PlatformBadge key={platform} platform={platform} />
        ))}
      </p>
    </div>
  );
}

function BusinessVignette() {
  const rows = [
    { name: 'Juniper & Rye', kind: 'Restaurant & Food', colour: 'bg-(--ind-restaurant)', active: true },
    { name: 'North Studio', kind: 'Photography', colour: 'bg-(--ind-photography)', active: false },
    { name: 'Harbor Homes', kind: 'Real Estate', colour: 'bg-(--ind-realestate)', active: false },
    { name: 'Pulse Gym', kind: 'Fitness & Health', colour: 'bg-(--ind-fitness)', active: false },
    { name: 'Willow Salon', kind: 'Beauty & Salon', colour: 'bg-(--ind-beauty)', active: false },
    { name: 'Oak & Beam', kind: 'Home Services', colour: 'bg-(--ind-construction)', active: false },
  ];
  return (
    <ul className="absolute inset-x-6 top-6 grid content-start rounded-t-card border border-b-0 border-line bg-sunken p-2 pb-4">
      {rows.map((row) => (
        <li
          key={row.name}
          className={cn(
            'flex items-center gap-3 rounded-control p-2.5',
            row.active && 'border border-line bg-cloth shadow-soft',
          )}
        >
          <span className={cn('size-8 shrink-0 rounded-control', row.colour)} />
          <span className="grid flex-1">
            <span className="text-sm font-semibold">{row.name}</span>
            <span className="text-xs text-muted">{row.kind}</span>
          </span>
          {row.active ? <Check className="size-4 text-woad" /> : null}
        </li>
      ))}
    </ul>
  );
}

function AnalyticsVignette() {
  const bars = [38, 62, 54, 81, 70, 96, 44];
  return (
    <div className="flex flex-col justify-between rounded-t-card border border-b-0 border-line bg-sunken p-4">
      <p className="flex items-center justify-between text-xs text-muted">
        <span className="font-semibold text-ink">Engagement by weekday</span>
        Example week
      </p>
      <svg viewBox="0 0 280 116" className="mt-3 w-full">
        {[20, 48, 76].map((line) => (
          <path key={line} d={`M0 ${line}h280`} stroke="var(--line)" />
        ))}
        {bars.map((bar, index) => (
          <g key={index}>
            <rect
              x={index * 40 + 10}
              y={104 - bar}
              width="20"
              height={bar}
              rx="4"
              fill={bar === 96 ? 'var(--woad)' : 'var(--night-band-muted)'}
            />
            <path
              d={`M${index * 40 + 8} ${104 - bar + 14}h24M${index * 40 + 8} ${104 - bar + 24}h24`}
              stroke="var(--sunken)"
              strokeWidth="2.5"
            />
          </g>
        ))}
        <path d="M0 104h280" stroke="var(--line-strong)" />
      </svg>
    </div>
  );
}

function TeamVignette() {
  return (
    <div className="grid content-center gap-3 rounded-t-card border border-b-0 border-line bg-sunken p-4 pb-6 text-sm">
      <p className="flex items-center gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-(--ind-beauty) text-xs font-bold text-cloth">
          MO
        </span>
        <span className="rounded-card rounded-tl-sm border border-line bg-cloth px-3 py-2">
          Saturday’s market post is ready for you.
        </span>
      </p>
      <p className="flex items-center justify-end gap-3">
        <span className="rounded-card rounded-tr-sm border border-line bg-cloth px-3 py-2">
          Swap the second photo and it’s a yes.
        </span>
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-woad text-xs font-bold text-on-woad">
          AK
        </span>
      </p>
      <p className="flex items-center gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-(--ind-beauty) text-xs font-bold text-cloth">
          MO
        </span>
        <span className="rounded-card rounded-tl-sm border border-line bg-cloth px-3 py-2">
          Done. It shows the stall now.
        </span>
      </p>
      <p className="flex items-center gap-2 pl-11">
        <StatusBadge status="scheduled" />
        <span className="flex items-center gap-1 text-xs text-muted">
          Approved by Anna <ArrowUpRight className="size-3.5" />
        </span>
      </p>
    </div>
  );
}

/** The six features, each with a piece of the product instead of an icon. */
export function FeatureCards() {
  return (
    <div className="grid gap-4 lg:grid-cols-6">
      <FeatureCard className="lg:col-span-2" {...features.upload}>
        <UploadVignette />
      </FeatureCard>
      <FeatureCard className="lg:col-span-4" {...features.captions}>
        <CaptionVignette />
      </FeatureCard>
      <FeatureCard className="lg:col-span-4" {...features.schedule}>
        <ScheduleVignette />
      </FeatureCard>
      <FeatureCard className="lg:col-span-2" {...features.businesses}>
        <BusinessVignette />
      </FeatureCard>
      <FeatureCard className="lg:col-span-3" {...features.analytics}>
        <AnalyticsVignette />
      </FeatureCard>
      <FeatureCard className="lg:col-span-3" {...features.team}>
        <TeamVignette />
      </FeatureCard>
    </div>
  );
}
