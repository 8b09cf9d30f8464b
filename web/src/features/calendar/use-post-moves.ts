import type { Post } from '@postloom/contracts';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatInstant } from '#lib/format.ts';
import { type Day } from '#lib/month-grid.ts';
import { excerpt, plural } from '#lib/words.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { toast } from '#ui/index.ts';
import { usePostChanges, type PostStep, type StepResult } from './api/post-changes.ts';
import { planMove, planShift, unscheduleRefusal, wayBack, type Plan } from './move-rules.ts';
import { createUndoStack, type Undoable } from './undo-stack.ts';

/** Milliseconds in which a deletion can be taken back: as long as its message is on screen. */
const DELETE_AFTER_MS = 10_000;

export type Failure = { post: Post; reason: string };
/** What became of many posts, when not all of them could be changed. */
export type Report = { title: string; failures: readonly Failure[] };

type Words = { one: string; many(count: number): string; description?: string };

const failuresOf = (results: readonly StepResult[]): readonly Failure[] =>
  results.flatMap(({ post, outcome }) => (outcome.ok ? [] : [{ post, reason: outcome.reason }]));

/** Moves, unschedules and deletes posts: shown at once, taken back when refused, undone with a button or with Ctrl+Z. */
export function usePostMoves(timeZone: string) {
  const { overlay, run, lay, lift } = usePostChanges();
  const [stack] = useState(createUndoStack);
  const [report, setReport] = useState<Report | null>(null);
  const leaving = useRef(new Set<() => void>());

  const tell = useCallback(
    (failures: readonly Failure[], done: number, words: Words, undoable: Undoable | null) => {
      const total = failures.length + done;
      const [first] = failures;
      if (first && total > 1) {
        setReport({ title: `${words.many(done)}, ${plural(failures.length, 'post')} not`, failures });
      } else if (first) {
        toast({ title: 'The post stays where it was', description: first.reason, tone: 'error' });
      }
      if (done > 0) {
        toast({
          title: total === 1 ? words.one : words.many(done),
          ...(total === 1 && words.description ? { description: words.description } : {}),
          tone: 'success',
          ...(undoable ? { action: { label: 'Undo', onSelect: () => void stack.undo(undoable) } } : {}),
        });
      }
    },
    [stack],
  );

  const undo = useCallback(
    async (steps: readonly PostStep[]) => {
      const failures = failuresOf(await run(steps));
      tell(
        failures,
        steps.length - failures.length,
        { one: 'Undone', many: (count) => `${plural(count, 'post')} put back` },
        null,
      );
    },
    [run, tell],
  );

  /** Sends what was planned. What was refused before it was sent is reported with what the server refuses. */
  const apply = useCallback(
    async (steps: readonly PostStep[], refused: readonly Failure[], words: Words) => {
      const results = await run(steps);
      const back = results.flatMap(({ post, outcome }): PostStep[] => {
        const change = wayBack(post, new Date());
        return outcome.ok && outcome.post && change ? [{ post: outcome.post, change }] : [];
      });
      const undoable = back.length > 0 ? { run: () => void undo(back) } : null;
      if (undoable) {
        stack.push(undoable);
      }
      const failures = [...refused, ...failuresOf(results)];
      tell(failures, results.length - failuresOf(results).length, words, undoable);
    },
    [run, stack, tell, undo],
  );

  /** A post on another day; `time` is for one that has none. */
  const moveTo = useCallback(
    async (post: Post, day: Day, time: string) => {
      const temporal = await temporalReady();
      const plan = planMove(post, day, time, { temporal, timeZone, now: new Date() });
      const change = plan.change;
      if (change === null) {
        tell([{ post, reason: plan.refusal ?? '' }], 0, rescheduled(''), null);
        return;
      }
      const isSame =
        change.status === post.status &&
        post.scheduledFor !== null &&
        change.scheduledFor !== null &&
        Date.parse(change.scheduledFor) === Date.parse(post.scheduledFor);
      if (!isSame) {
        await apply([{ post, change }], [], rescheduled(formatInstant(change.scheduledFor ?? '', timeZone)));
      }
    },
    [apply, tell, timeZone],
  );

  const shiftBy = useCallback(
    async (posts: readonly Post[], days: number) => {
      const facts = { temporal: await temporalReady(), timeZone, now: new Date() };
      const plans = posts.map((post) => ({ post, plan: planShift(post, days, facts) }));
      await apply(stepsOf(plans), refusalsOf(plans), rescheduled(''));
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
      await apply(steps, refused, {
        one: 'Back to draft',
        many: (count) => `${plural(count, 'post')} back to draft`,
        description: `“${excerpt(posts[0]?.caption ?? '', 40)}” does not go out.`,
      });
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
      const words: Words = { one: 'Post deleted', many: (count) => `${plural(count, 'post')} deleted` };
      const finish = () => {
        clearTimeout(timer);
        leaving.current.delete(finish);
        stack.forget(undoable);
        void run(gone.map((post) => ({ post, change: null }))).then((results) => {
          const failures = failuresOf(results);
          if (failures.length > 0) {
            tell(failures, 0, words, null);
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
            toast({ title: 'Undone', tone: 'success' });
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
      tell(failuresOf(stopped), gone.length, words, undoable);
    },
    [lay, lift, run, stack, tell, undo],
  );

  // Leaving the page means it: what was deleted goes at once.
  const leave = useEffectEvent(() => {
    for (const finish of leaving.current) {
      finish();
    }
  });
  useEffect(() => () => leave(), []);

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

const rescheduled = (description: string): Words => ({
  one: 'Post rescheduled',
  many: (count) => `${plural(count, 'post')} rescheduled`,
  description,
});

type Planned = { post: Post; plan: Plan };

const stepsOf = (plans: readonly Planned[]): readonly PostStep[] =>
  plans.flatMap(({ post, plan }) => (plan.change ? [{ post, change: plan.change }] : []));

const refusalsOf = (plans: readonly Planned[]): readonly Failure[] =>
  plans.flatMap(({ post, plan }) => (plan.refusal === null ? [] : [{ post, reason: plan.refusal }]));
