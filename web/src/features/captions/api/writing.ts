import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { invalidatePaths, isApiError, messageOr } from '#lib/api/index.ts';
import { captionTexts } from '../texts.ts';

/** Why nothing was written, in a sentence, and what leads on: a larger plan, another photo, or trying again. */
export type CaptionFailure = { message: string; way: 'upgrade' | 'photo' | 'again' };

function failureOf(error: unknown, failed: string): CaptionFailure {
  if (isApiError(error) && error.code === 'upgrade_required') {
    return { message: messageOr(error, captionTexts.limitReached), way: 'upgrade' };
  }
  if (isApiError(error) && error.status === 413) {
    return { message: captionTexts.tooLarge, way: 'photo' };
  }
  return { message: messageOr(error, failed), way: 'again' };
}

/** How a request for a text is sent: once, and ended when the person leaves. */
export type Sending = { idempotencyKey: string; signal: AbortSignal };

/**
 * One text at a time; `cancel` ends it without a word. A failure stays until the next one, or until it is dismissed; `failed` is what it
 * says when the server gives no reason.
 */
export function useWriting(failed: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<CaptionFailure | null>(null);
  const controller = useRef<AbortController | null>(null);
  const cancel = useCallback(() => controller.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  /** The answer; null when there is none. */
  const write = useCallback(
    async <A>(send: (how: Sending) => Promise<A>): Promise<A | null> => {
      if (controller.current) {
        return null;
      }
      const own = new AbortController();
      controller.current = own;
      setPending(true);
      setFailure(null);
      try {
        const answer = await send({ idempotencyKey: crypto.randomUUID(), signal: own.signal });
        return own.signal.aborted ? null : answer;
      } catch (error) {
        if (!own.signal.aborted) {
          setFailure(failureOf(error, failed));
        }
        return null;
      } finally {
        controller.current = null;
        setPending(false);
        void invalidatePaths(client, ['/api/user/limits', '/api/captions']);
      }
    },
    [client, failed],
  );
  return { write, cancel, pending, failure, dismiss: useCallback(() => setFailure(null), []) };
}
