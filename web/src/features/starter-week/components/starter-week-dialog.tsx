import type { Business, Platform } from '@postloom/contracts';
import { use, useId, useMemo, useState, type ReactNode } from 'react';
import { Async } from '#components/async.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { useIndustryTemplate } from '#data/industry-template.ts';
import { useLimits } from '#data/limits.ts';
import { useRecentPhotos } from '#data/photos.ts';
import { connectedPlatforms, useSocialStatus } from '#data/social.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { cn } from '#lib/cn.ts';
import { formatInstant } from '#lib/format.ts';
import { toastError } from '#lib/toast-error.ts';
import { toggled } from '#lib/toggled.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import {
  Button,
  Checkbox,
  Dialog,
  DialogCancel,
  DialogContent,
  EmptyState,
  PlatformBadge,
  SkeletonGroup,
  SkeletonRows,
  toast,
} from '#ui/index.ts';
import { useCreateStarterWeek, useUndoStarterWeek } from '../api/starter-week.ts';
import { starterWeekTexts as texts } from '../texts.ts';
import { proposeWeek, type Proposal } from '../week-plan.ts';

/** Photos to choose from: used ones are passed over while there are others. */
const PHOTOS = 24;

export type StarterWeekDialogProps = {
  business: Business;
  onUpload(): void;
  onConnect(platform: Platform): void;
  onUpgrade(): void;
  /** The drafts are there: shows them. */
  onMade(): void;
  onClose(): void;
};

/** A week of drafts from the photos at hand and the trade's template, to look at before they are made. */
export default function StarterWeekDialog(props: StarterWeekDialogProps) {
  const { business, onClose, onMade } = props;
  const template = useIndustryTemplate(business.industryType);
  const status = useSocialStatus();
  const limits = useLimits();
  const recent = useRecentPhotos(PHOTOS);
  const api = use(temporalReady());
  // What is shown is what is made: the minutes that it is looked at do not change it.
  const [now] = useState(() => new Date());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const create = useCreateStarterWeek();
  const undo = useUndoStarterWeek();
  const fail = usePostFailure();

  const connected = useMemo(() => connectedPlatforms(status.data), [status.data]);
  const { postsLimit, postsUsed } = limits.data ?? { postsLimit: 0, postsUsed: '0' };
  const remaining = postsLimit < 0 ? postsLimit : Math.max(0, postsLimit - Number(postsUsed));
  const isKnown = Boolean(template.data && status.data && limits.data && recent.isSuccess);
  const week = useMemo(
    () =>
      isKnown && template.data
        ? proposeWeek(api, {
            ...{ template: template.data, photos: recent.photos, connected, left: remaining },
            ...{ timeZone: business.timeZone, now },
          })
        : undefined,
    [isKnown, template.data, recent.photos, connected, remaining, business.timeZone, now, api],
  );
  const chosen = week?.filter(({ scheduledFor }) => !left.has(scheduledFor)) ?? [];
  const reads = [template, status, limits];
  const query = {
    data: week,
    error: reads.find(({ error }) => error)?.error ?? (recent.isError ? new Error('photos') : null),
    fetchStatus: reads.find((read) => read.fetchStatus !== 'idle')?.fetchStatus ?? 'idle',
    refetch: () => {
      for (const read of [...reads, recent]) {
        void read.refetch();
      }
    },
  } as const;

  const takeBack = (ids: string[]) =>
    void undo.mutateAsync(ids).then(
      ({ kept }) =>
        toast({
          title: texts.undo.done,
          ...(kept.length > 0 ? { description: texts.undo.kept(kept.length) } : {}),
          tone: 'success',
        }),
      (error: unknown) => toastError(error, texts.undo.failed),
    );
  const make = () =>
    void create
      .mutateAsync({
        drafts: chosen.map(({ caption, platforms, scheduledFor, photo }) => ({
          ...{ caption, platforms, scheduledFor },
          photoId: photo.id,
        })),
      })
      .then(
        ({ posts }) => {
          onMade();
          toast({
            title: texts.made.title(posts.length),
            description: texts.made.text,
            tone: 'success',
            action: { label: 'Undo', onSelect: () => takeBack(posts.map(({ id }) => id)) },
          });
        },
        (error: unknown) => fail(error, texts.failed),
      );

  return (
    <Dialog open busy={create.isPending} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={texts.title}
        description={texts.description}
        width="lg"
        footer={
          week && week.length > 0 ? (
            <>
              <DialogCancel />
              <Button
                disabled={chosen.length === 0}
                pending={create.isPending}
                pendingText={texts.making}
                onClick={make}
              >
                {texts.make(chosen.length)}
              </Button>
            </>
          ) : undefined
        }
      >
        <Async
          query={query}
          skeleton={
            <SkeletonGroup text={texts.loading} className="grid gap-2.5">
              <SkeletonRows count={4} className="h-28 rounded-card" />
            </SkeletonGroup>
          }
          empty={<Missing {...props} hasAccount={connected.size > 0} isOut={remaining === 0} />}
        >
          {(proposals) => (
            <div className="grid gap-3">
              <ol className="grid gap-2.5">
                {proposals.map((proposal) => (
                  <Row
                    key={proposal.scheduledFor}
                    proposal={proposal}
                    timeZone={business.timeZone}
                    isChosen={!left.has(proposal.scheduledFor)}
                    onToggle={() => setLeft(toggled(left, proposal.scheduledFor))}
                  />
                ))}
              </ol>
              {proposals.length === remaining ? <p className="text-sm text-muted">{texts.left(remaining)}</p> : null}
            </div>
          )}
        </Async>
      </DialogContent>
    </Dialog>
  );
}

function Row({
  proposal,
  timeZone,
  isChosen,
  onToggle,
}: {
  proposal: Proposal;
  timeZone: string;
  isChosen: boolean;
  onToggle(): void;
}) {
  const id = useId();
  const { photo, kind, caption, photoWanted, platforms, scheduledFor } = proposal;
  return (
    <li
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-2 rounded-card border p-3 sm:grid-cols-[auto_auto_minmax(0,1fr)]',
        isChosen ? 'border-line' : 'border-dashed border-line bg-sunken',
      )}
    >
      <Checkbox
        id={id}
        checked={isChosen}
        aria-describedby={`${id}-caption`}
        className="mt-0.5"
        onCheckedChange={onToggle}
      />
      <PhotoImage photo={photo} width={200} className="size-24 rounded-control max-sm:order-last max-sm:col-start-2" />
      <div className="grid min-w-0 content-start gap-1">
        <label htmlFor={id} className="flex flex-wrap items-center gap-x-2 text-sm font-semibold tabular">
          {formatInstant(scheduledFor, timeZone)}
          <span className="font-normal text-muted">{kind}</span>
        </label>
        <p id={`${id}-caption`} className={cn('text-base text-pretty', !isChosen && 'text-muted')}>
          {caption}
        </p>
        <p className="text-sm text-muted">{texts.photoWanted(photoWanted)}</p>
        <p className="flex flex-wrap gap-1.5">
          {platforms.map((platform) => (
            <PlatformBadge key={platform} platform={platform} />
          ))}
        </p>
      </div>
    </li>
  );
}

/** What has to be there first, with the way to it. */
function Missing({
  hasAccount,
  isOut,
  onUpload,
  onConnect,
  onUpgrade,
}: StarterWeekDialogProps & { hasAccount: boolean; isOut: boolean }) {
  const state = (words: { title: string; text: string }, action: ReactNode) => (
    <EmptyState title={words.title} className="py-6" action={action}>
      {words.text}
    </EmptyState>
  );
  if (!hasAccount) {
    return state(texts.noAccount, <Button onClick={() => onConnect('instagram')}>Connect Instagram</Button>);
  }
  if (isOut) {
    return state(texts.noneLeft, <Button onClick={onUpgrade}>See plans</Button>);
  }
  return state(texts.noPhotos, <Button onClick={onUpload}>Upload Photos</Button>);
}
