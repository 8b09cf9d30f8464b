import type { Post } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nameAmongSeveral } from '#data/businesses.ts';
import { refreshPosts } from '#data/posts.ts';
import { detailOr, isPlanLimit } from '#lib/api/index.ts';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/index.ts';
import { useMakePost, useUndoStarterWeek } from './api/starter-week.ts';
import { starterWeekTexts as texts } from './texts.ts';
import { bodyOf, type WeekCard } from './week-cards.ts';

/** What became of a card. */
export type Outcome =
  { is: 'making' } | { is: 'made'; post: Post } | { is: 'failed'; message: string; isLimit: boolean };

const nothingYet: ReadonlyMap<string, Outcome> = new Map();

const madeOf = (outcomes: ReadonlyMap<string, Outcome>) =>
  [...outcomes.values()].flatMap((one) => (one.is === 'made' ? [one.post] : []));

/** Makes the posts of a week one after the other, soonest first, keeps what became of each, and takes them back. */
export function usePlan(businessId: string) {
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState(nothingYet);
  const [isMaking, setMaking] = useState(false);
  const makePost = useMakePost();
  const undo = useUndoStarterWeek();

  /** The posts that are there afterwards, those of an earlier attempt among them; what fails leaves the others alone. */
  const make = async (cards: readonly WeekCard[], asDrafts: boolean): Promise<readonly Post[]> => {
    let known = outcomes;
    const note = (key: string, outcome: Outcome) => {
      known = new Map(known).set(key, outcome);
      setOutcomes(known);
    };
    setMaking(true);
    for (const card of cards) {
      note(card.key, { is: 'making' });
      try {
        note(card.key, { is: 'made', post: await makePost(card.key, bodyOf(card, asDrafts)) });
      } catch (error) {
        note(card.key, { is: 'failed', message: detailOr(error, texts.failed), isLimit: isPlanLimit(error) });
      }
    }
    setMaking(false);
    void refreshPosts(client);
    return madeOf(known);
  };

  const takeBack = (posts: readonly Post[]) =>
    void undo.mutateAsync(posts.map(({ id }) => id)).then(
      ({ kept }) => {
        // The person may be in another business by now.
        const business = nameAmongSeveral(client, businessId);
        const said = [business && texts.undo.of(business), kept.length > 0 && texts.undo.kept(kept.length)];
        toast({ title: texts.undo.done, description: said.filter(Boolean).join(' '), tone: 'success' });
      },
      (error: unknown) => toastError(error, texts.undo.failed),
    );
  /** Says what was planned, with the way back. */
  const tell = (posts: readonly Post[]) => {
    const scheduled = posts.filter(({ status }) => status === 'scheduled').length;
    toast({
      title: texts.made.title(scheduled, posts.length - scheduled),
      description: texts.made.text,
      tone: 'success',
      action: { label: 'Undo', onSelect: () => takeBack(posts) },
    });
  };
  return { outcomes, made: madeOf(outcomes), isMaking, make, tell };
}
