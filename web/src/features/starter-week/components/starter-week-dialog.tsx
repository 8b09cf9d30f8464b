import type { Business, Platform, Post } from '@postloom/contracts';
import { useId, useState, type ReactNode } from 'react';
import { Async } from '#components/async.tsx';
import { ForBusiness } from '#components/for-business.tsx';
import { dayIn } from '#lib/month-grid.ts';
import { zoneName } from '#lib/time-zones.ts';
import { useNow } from '#lib/use-now.ts';
import {
  Button,
  Checkbox,
  Dialog,
  DialogCancel,
  DialogContent,
  EmptyState,
  SkeletonGroup,
  SkeletonRows,
} from '#ui/index.ts';
import { starterWeekTexts as texts } from '../texts.ts';
import { usePlan } from '../use-plan.ts';
import { useWeek } from '../use-week.ts';
import { outcomeOf, problemOf, type WeekCard } from '../week-cards.ts';
import { dayToSee } from '../week-plan.ts';
import { WeekCardItem, type PhotoSlot } from './week-card.tsx';
import { WeekNotices } from './week-notices.tsx';

export type StarterWeekDialogProps = {
  business: Business;
  connecting: Platform | null;
  onUpload(): void;
  onConnect(platform: Platform): void;
  onUpgrade(): void;
  /** Shows the week of this day. */
  onSee(day: string): void;
  onClose(): void;
  photoPicker(slot: PhotoSlot): ReactNode;
};

/** A week from the trade's template and the photos at hand, to look at and change before it is planned. */
export function StarterWeekDialog(props: StarterWeekDialogProps) {
  const { business, connecting, onConnect, onUpgrade, onSee, onClose } = props;
  const { timeZone } = business;
  const { outcomes, made, isMaking, make, tell } = usePlan(business.id);
  const week = useWeek(business, outcomes.size > 0);
  const [open, setOpen] = useState<{ key: string; part: 'photo' | 'time' } | null>(null);
  const [asDrafts, setAsDrafts] = useState(false);
  const [isTried, setTried] = useState(false);
  const id = useId();
  const now = useNow();

  const cards = week.cards ?? [];
  const chosen = cards.filter(({ key, isLeftOut }) => !isLeftOut && outcomes.get(key)?.is !== 'made');
  const scheduled = chosen.filter((card) => outcomeOf(card, asDrafts) === 'scheduled').length;
  const canGoOut = week.connected.size + week.waiting.size > 0;
  const problemNow = (card: WeekCard) => problemOf(card, now.getTime());

  const see = (posts: readonly Post[]) => {
    const days = posts.flatMap(({ scheduledFor }) => (scheduledFor ? dayIn(timeZone, scheduledFor) : []));
    tell(posts);
    week.forget();
    onSee(dayToSee(days) ?? dayIn(timeZone, now));
  };
  const plan = async () => {
    setTried(true);
    setOpen(null);
    const wrong = chosen.find((card) => problemNow(card) !== null);
    if (wrong) {
      document.querySelector<HTMLElement>(`[data-week-card="${wrong.key}"]`)?.focus();
      return;
    }
    const posts = await make(chosen, asDrafts);
    if (posts.length === made.length + chosen.length) {
      see(posts);
    }
  };
  const close = () => {
    if (made.length > 0) {
      tell(made);
    }
    week.forget();
    onClose();
  };

  const planButton = (
    <Button disabled={chosen.length === 0} pending={isMaking} pendingText={texts.planning} onClick={() => void plan()}>
      {chosen.length === 0 ? texts.chooseOne : made.length > 0 ? texts.again(chosen.length) : texts.plan}
    </Button>
  );
  const footer = (
    <>
      {canGoOut ? (
        <p role="status" className="py-1 text-sm max-sm:min-w-full sm:mr-auto sm:self-center">
          {texts.outcome(scheduled, chosen.length - scheduled)}
        </p>
      ) : null}
      {made.length > 0 ? (
        <Button variant="secondary" disabled={isMaking} onClick={() => see(made)}>
          {texts.see}
        </Button>
      ) : (
        <DialogCancel />
      )}
      {canGoOut ? (
        planButton
      ) : (
        <Button pending={connecting === 'instagram'} pendingText="Connecting..." onClick={() => onConnect('instagram')}>
          Connect Instagram
        </Button>
      )}
    </>
  );
  return (
    <Dialog open busy={isMaking} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent
        title={texts.title}
        description={
          <>
            <ForBusiness />
            {texts.description}
          </>
        }
        width="lg"
        footer={cards.length > 0 ? footer : undefined}
      >
        <Async
          query={week.query}
          skeleton={
            <SkeletonGroup text={texts.loading} className="grid gap-2.5">
              <SkeletonRows count={3} className="h-44 rounded-card" />
            </SkeletonGroup>
          }
          empty={
            week.possible > 0 ? (
              <EmptyState
                title={texts.noneLeft.title}
                className="py-6"
                action={<Button onClick={onUpgrade}>See plans</Button>}
              >
                {texts.noneLeft.text}
              </EmptyState>
            ) : (
              <EmptyState
                title={texts.full.title}
                className="py-6"
                action={<Button onClick={() => onSee(dayIn(timeZone, now))}>{texts.see}</Button>}
              >
                {texts.full.text}
              </EmptyState>
            )
          }
        >
          {() => (
            <div className="grid gap-3">
              <WeekNotices {...props} week={week} isPartial={made.length > 0} />
              <ol className="grid gap-2.5">
                {cards.map((card) => (
                  <WeekCardItem
                    key={card.key}
                    card={card}
                    timeZone={timeZone}
                    now={now}
                    outcome={outcomes.get(card.key)}
                    problem={isTried ? problemNow(card) : null}
                    isLocked={isMaking}
                    open={open?.key === card.key ? open.part : null}
                    onOpen={(part) => setOpen(part && { key: card.key, part })}
                    onEdit={(part) => week.edit(card.key, part)}
                    onPhoto={(photo) => week.choosePhoto(card.key, photo)}
                    onUpgrade={onUpgrade}
                    photoPicker={props.photoPicker}
                  />
                ))}
              </ol>
              {canGoOut ? (
                <div className="flex items-start gap-3 rounded-card border border-line px-3.5 py-3">
                  <Checkbox
                    id={id}
                    className="mt-0.5"
                    checked={asDrafts}
                    disabled={isMaking}
                    aria-describedby={`${id}-hint`}
                    onCheckedChange={(isOn) => setAsDrafts(isOn === true)}
                  />
                  <div className="grid gap-0.5 text-sm">
                    <label htmlFor={id} className="font-semibold">
                      {texts.asDrafts.label}
                    </label>
                    <p id={`${id}-hint`} className="text-muted">
                      {texts.asDrafts.hint}
                    </p>
                  </div>
                </div>
              ) : null}
              <p className="text-sm text-muted">{texts.zone(zoneName(timeZone))}</p>
            </div>
          )}
        </Async>
      </DialogContent>
    </Dialog>
  );
}
