import type { Post } from '@postloom/contracts';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { freeSlots, presetTime, type Planned } from '#data/free-slots.ts';
import { pageBusiness, usePageBusiness } from '#lib/api/index.ts';
import { formatInstant } from '#lib/format.ts';
import type { Day } from '#lib/month-grid.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { toast } from '#ui/index.ts';
import { usePostChanges, type PostStep, type StepResult } from './api/post-changes.ts';
import { planMove, planShift, unscheduleRefusal, wayBack, type Plan } from './move-rules.ts';
import { changeTexts, type ChangeTexts } from './texts.ts';
import { createUndoStack, type Undoable } from './undo-stack.ts';
import { refuseMove } from './use-calendar-actions.ts';

/** Milliseconds in which a deletion can be taken back: as long as its message is on screen. */
const DELETE_AFTER_MS = 10_000;

export type Failure = { post: Post; reason: string };
/** What became of many posts, when not all of them could be changed. */
export type Report = { title: string; failures: readonly Failure[] };

const failuresOf = (results: readonly StepResult[]): readonly Failure[] =>
  results.flatMap(({ post, outcome }) => (outcome.ok ? [] : [{ post, reason: outcome.reason }]));

/** Moves, unschedules and deletes posts: shown at once, taken back when refused, undone with a button or with Ctrl+Z. */
export function usePostMoves(timeZone: string) {
  const { overlay, run, lay, lift } = usePostChanges();
  const [stack] = useState(createUndoStack);
  const [report, setReport] = useState<Report | null>(null);
  const leaving = useRef(new Set<(atOnce?: number) => void>());
  const businessId = usePageBusiness();

  const tell = useCallback(
    (failures: readonly Failure[], done: number, words: ChangeTexts, undoable: Undoable | null) => {
      const total = failures.length + done;
      const [first] = failures;
      const isElsewhere = pageBusiness() !== businessId;
      const report = { title: changeTexts.someRefused(words.many(done), failures.length), failures };
      if (first && isElsewhere) {
        // The calendar that would name them is gone.
        const title = total > 1 ? report.title : changeTexts.refused;
        toast({ title, description: changeTexts.elsewhere, tone: 'error' });
        return;
      }
      if (first && total > 1) {
        setReport(report);
      } else if (first) {
        refuseMove(first.reason);
      }
      if (done > 0) {
        const description = isElsewhere ? changeTexts.elsewhere : total === 1 ? words.description : '';
        toast({
          title: total === 1 ? words.one : words.many(done),
          ...(description ? { description } : {}),
          tone: 'success',
          ...(undoable ? { action: { label: 'Undo', onSelect: () => void stack.undo(undoable) } } : {}),
        });
      }
    },
    [businessId, stack],
  );

  const undo = useCallback(
    async (steps: readonly PostStep[]) => {
      const failures = failuresOf(await run(steps));
      tell(failures, steps.length - failures.length, changeTexts.undone(steps[0]?.post.caption), null);
    },
    [run, tell],
  );

  /** Sends what was planned. What was refused before it was sent is reported with what the server refuses. */
  const apply = useCallback(
    async (steps: readonly PostStep[], refused: readonly Failure[], words: ChangeTexts) => {
      const results = await run(steps);
      const back = results.flatMap(({ post, outcome }): PostStep[] => {
        const change = wayBack(post, new Date());
        return outcome.ok && outcome.post && change ? [{ post: outcome.post, change }] : [];
      });
      const undoable = back.length > 0 ? { run: () => void undo(back) } : null;
      if (undoable) {
        stack.push(undoable);
      }
      const failures = failuresOf(results);
      tell([...refused, ...failures], results.length - failures.length, words, undoable);
    },
    [run, stack, tell, undo],
  );

  /** A post on another day. One that has no time gets one that is free among what is planned. */
  const moveTo = useCallback(
    async (post: Post, day: Day, planned: readonly Planned[]) => {
      const facts = { temporal: await temporalReady(), timeZone, now: new Date() };
      const freeTime = () => {
        const slots = freeSlots(facts.temporal, {
          ...{ timeZone, planned, now: facts.now.getTime(), platforms: post.platforms, from: day, count: 1 },
        });
        // A day without a time left is refused as the past that it is about to be.
        return presetTime(day, slots, facts) ?? '00:00';
      };
      const { change, refusal } = planMove(post, day, freeTime, facts);
      if (refusal !== null) {
        refuseMove(refusal);
        return;
      }
      const { scheduledFor, status } = change;
      const isSame =
        status === post.status &&
        post.scheduledFor !== null &&
        Date.parse(scheduledFor) === Date.parse(post.scheduledFor);
      if (!isSame) {
        await apply([{ post, change }], [], changeTexts.moved(formatInstant(scheduledFor, timeZone)));
      }
    },
    [apply, timeZone],
  );

  const shiftBy = useCallback(
    async (posts: readonly Post[], days: number) => {
      const facts = { temporal: await temporalReady(), timeZone, now: new Date() };
      const plans = posts.map((post) => ({ post, plan: planShift(post, days, facts) }));
      await apply(stepsOf(plans), refusalsOf(plans), changeTexts.moved());
    },
    [apply, timeZone],
  );

  const unschedule = useCallback(
    async (posts: readonly Post[]) => {
      const refused = posts.flatMap((post) => {
        const reason = unscheduleRefusal(post);
        return reason === null ? [] : [{ post, reason }];
      });
      const steps = posts
        .filter((post) => unscheduleRefusal(post) === null)
        .map((post): PostStep => ({ post, change: { scheduledFor: null, status: 'draft' } }));
      await apply(steps, refused, changeTexts.unscheduled(posts[0]?.caption));
    },
    [apply],
  );

  /**
   * Deletes posts after a while in which that can be taken back. What is scheduled becomes a draft at once, so that nothing
   * goes out of what a person has deleted, also when the page is closed in between.
   */
  const remove = useCallback(
    async (posts: readonly Post[]) => {
      const scheduled = posts.filter((post) => post.status === 'scheduled');
      const others = posts.filter((post) => post.status !== 'scheduled');
      lay(others.map((post) => [post.id, { post: null, isPending: true }] as const));
      const stopped = await run(
        scheduled.map((post): PostStep => ({
          post,
          change: { scheduledFor: post.scheduledFor, status: 'draft' },
          hidden: true,
        })),
      );
      const drafts = stopped.flatMap(({ outcome }) => (outcome.ok && outcome.post ? [outcome.post] : []));
      const gone = [...others, ...drafts];
      const finish = (atOnce?: number) => {
        clearTimeout(timer);
        leaving.current.delete(finish);
        stack.forget(undoable);
        const deletions = gone.map((post) => ({ post, change: null }));
        void run(deletions, atOnce).then((results) => {
          const failures = failuresOf(results);
          if (failures.length > 0) {
            tell(failures, 0, changeTexts.deleted, null);
          }
        });
      };
      const undoable: Undoable = {
        run: () => {
          clearTimeout(timer);
          leaving.current.delete(finish);
          lift(others.map(({ id }) => id));
          const back = drafts.map((post): PostStep => ({
            post,
            change: { scheduledFor: post.scheduledFor, status: 'scheduled' },
          }));
          if (back.length > 0) {
            void undo(back);
          } else {
            tell([], others.length, changeTexts.undone(others[0]?.caption), null);
          }
        },
      };
      const timer = setTimeout(finish, DELETE_AFTER_MS);
      if (gone.length > 0) {
        stack.push(undoable);
        leaving.current.add(finish);
      } else {
        clearTimeout(timer);
      }
      tell(failuresOf(stopped), gone.length, changeTexts.deleted, undoable);
    },
    [lay, lift, run, stack, tell, undo],
  );

  // Leaving the page means it: what was deleted goes at once. A page that is closed sends nothing later.
  const leave = useEffectEvent((atOnce?: number) => {
    for (const finish of leaving.current) {
      finish(atOnce);
    }
  });
  useEffect(() => {
    const onHide = () => leave(Infinity);
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      leave();
    };
  }, []);

  const pending = useMemo(
    () => new Set([...overlay].filter(([, { isPending }]) => isPending).map(([id]) => id)),
    [overlay],
  );
  return {
    overlay,
    pending,
    report,
    closeReport: useCallback(() => setReport(null), []),
    moveTo,
    shiftBy,
    unschedule,
    remove,
    undoLast: useCallback(() => stack.undo(), [stack]),
  };
}

type PlannedStep = { post: Post; plan: Plan };

const stepsOf = (plans: readonly PlannedStep[]): readonly PostStep[] =>
  plans.flatMap(({ post, plan }) => (plan.change ? [{ post, change: plan.change }] : []));

const refusalsOf = (plans: readonly PlannedStep[]): readonly Failure[] =>
  plans.flatMap(({ post, plan }) => (plan.refusal === null ? [] : [{ post, reason: plan.refusal }]));
