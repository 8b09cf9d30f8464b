import type { Post } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { replacePost } from '#data/replace-post.ts';
import { refreshPosts } from '#data/posts.ts';
import { detailOr, routes, usePageCall } from '#lib/api/index.ts';
import type { Change, Overlay, PostChange } from '../post-changes.ts';
import { changeTexts } from '../texts.ts';

/** One post and where it goes; `null` deletes it. One that is `hidden` is gone from the screen whatever is sent. */
export type PostStep = { post: Post; change: PostChange | null; hidden?: boolean };
export type StepResult = { post: Post; outcome: { ok: true; post: Post | null } | { ok: false; reason: string } };

/** Requests at once when many posts change. */
const AT_ONCE = 4;

/**
 * Changes posts so that they show at once. What the server refuses goes back to where it was by itself: a change lies over
 * the lists until its answer is there, and a refetch in between moves nothing.
 */
export function usePostChanges() {
  const client = useQueryClient();
  const call = usePageCall();
  const [overlay, setOverlay] = useState<Overlay>(() => new Map());

  const lay = useCallback((entries: Iterable<readonly [string, Change]>) => {
    setOverlay((now) => new Map([...now, ...entries]));
  }, []);
  const lift = useCallback((ids: readonly string[]) => {
    setOverlay((now) => new Map([...now].filter(([id]) => !ids.includes(id))));
  }, []);

  const run = useCallback(
    async (steps: readonly PostStep[], atOnce = AT_ONCE): Promise<readonly StepResult[]> => {
      lay(
        steps.map(({ post, change, hidden }) => {
          const shown = hidden || change === null ? null : { ...post, ...change };
          return [post.id, { post: shown, isPending: true }] as const;
        }),
      );
      const results: StepResult[] = [];
      const waiting = [...steps];
      const worker = async () => {
        for (let step = waiting.shift(); step; step = waiting.shift()) {
          const { post, hidden = false } = step;
          const outcome = await send(call, step);
          if (outcome.ok) {
            // The next change starts from the new version.
            replacePost(client, post.id, outcome.post);
            lay([[post.id, { post: hidden ? null : outcome.post, isPending: hidden }]]);
          } else {
            lift([post.id]);
          }
          results.push({ post, outcome });
        }
      };
      await Promise.all(Array.from({ length: Math.min(atOnce, steps.length) }, worker));
      const stay = new Set(steps.filter(({ hidden }) => hidden).map(({ post }) => post.id));
      const done = results.filter(({ post, outcome }) => outcome.ok && !stay.has(post.id)).map(({ post }) => post.id);
      void refreshPosts(client).then(() => lift(done));
      return results;
    },
    [call, client, lay, lift],
  );
  return { overlay, run, lay, lift };
}

async function send(call: ReturnType<typeof usePageCall>, { post, change }: PostStep): Promise<StepResult['outcome']> {
  try {
    if (change === null) {
      await call(routes.deletePost, { params: { id: post.id }, keepalive: true });
      return { ok: true, post: null };
    }
    const body = { ...change, version: post.version };
    return { ok: true, post: await call(routes.updatePost, { params: { id: post.id }, body }) };
  } catch (error) {
    return { ok: false, reason: detailOr(error, changeTexts.failed) };
  }
}
