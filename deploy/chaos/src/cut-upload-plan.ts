import { UPLOAD_WAYS } from './cut-upload-sender.ts';
import type { UploadWay } from './cut-upload-sender.ts';

/** Of so many senders of each way one gives up after its connection was cut. */
const GIVES_UP = 4;

export interface UploadPlan {
  readonly way: UploadWay;
  /** Of the bytes, where the connection is cut: 1 to 99 percent. */
  readonly share: number;
  readonly givesUp: boolean;
}

/** The ways take turns, and so do, in another step, those who give up: each way is left and gone on with. */
export function planOf(index: number): UploadPlan {
  const ways = UPLOAD_WAYS.length;
  return {
    way: UPLOAD_WAYS[index % ways] ?? 'direct',
    share: ((index % 99) + 1) / 100,
    givesUp: Math.floor(index / ways) % GIVES_UP === 0,
  };
}

/** How the uploads of one way have ended. */
export interface Ends {
  readonly givenUp: number;
  readonly taken: number;
}

/** Of a way that was never left, or never gone on with, nothing is known. */
export function waysWithoutBothEnds(ends: ReadonlyMap<UploadWay, Ends>): string[] {
  return UPLOAD_WAYS.flatMap((way) => {
    const { givenUp, taken } = ends.get(way) ?? { givenUp: 0, taken: 0 };
    return givenUp > 0 && taken > 0 ? [] : [`of the way '${way}' ${givenUp} were given up and ${taken} taken`];
  });
}
