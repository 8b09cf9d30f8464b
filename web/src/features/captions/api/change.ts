import type { BodyOf } from '@postloom/contracts';
import { useCallback } from 'react';
import { callRoute, routes } from '#lib/api/index.ts';
import { changeTexts } from '../change-texts.ts';
import { textOfAnswer, type GeneratedText } from './generate.ts';
import { useWriting } from './writing.ts';

export type ChangeAsk = BodyOf<typeof routes.changeCaption>;

/** Changes of a text that is in the form. */
export function useChangeCaption() {
  const { write, ...state } = useWriting(changeTexts.failed);
  /** Null when there is none. */
  const change = useCallback(
    async (body: ChangeAsk): Promise<GeneratedText | null> => {
      const answer = await write((how) => callRoute(routes.changeCaption, { body, ...how }));
      return answer && textOfAnswer(answer);
    },
    [write],
  );
  return { change, ...state };
}
