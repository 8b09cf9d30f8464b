import { finished, Readable } from 'node:stream';
import { OutboundError } from './outbound-error.ts';

export interface Watch {
  /** Longest wait for the next bytes while the reader wants some, in milliseconds. */
  readonly silenceMs: number;
  /** What the stream ends with after that. */
  readonly silent: () => Error;
  /** A reader that takes nothing for so long has gone, in milliseconds; default: ten minutes. */
  readonly readerMs?: number;
  /** The sender was silent, or broke off. */
  readonly onFailure?: () => void;
}

/** Whoever looks at a download again after a call goes on; a connection is not held for longer. */
const READER_MS = 10 * 60_000;

/**
 * What somebody sends, as a stream that fails when nothing comes for so long although its reader waits. While the reader does not want
 * more (a slow browser, a download that was paused), the sender's time does not run: nothing is asked of it then. The reader's own time
 * does, from one piece to the next.
 */
export function watchedBody(source: Readable, watch: Watch): Readable {
  const { silenceMs, silent, readerMs = READER_MS, onFailure } = watch;
  let silence: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(silence);
    clearTimeout(rest);
    silence = undefined;
    rest = undefined;
  };
  const waitForSender = (): void => {
    silence ??= setTimeout(() => source.destroy(silent()), silenceMs);
  };
  const waitForReader = (): void => {
    const giveUp = (): void => void body.destroy(new OutboundError('timeout', true, 'nobody took what was sent'));
    rest = setTimeout(giveUp, readerMs).unref(); // no process lives on for it
  };
  const body = new Readable({
    read() {
      clearTimeout(rest);
      waitForSender();
      source.resume();
    },
    destroy(error, done) {
      stop();
      source.destroy();
      done(error);
    },
  });
  // As with an answer of Node's: whoever reads it hears of its end, and where nobody does, that ends no process.
  body.on('error', () => undefined);
  source.pause();
  waitForReader();
  source.on('data', (chunk: Buffer) => {
    stop();
    if (body.push(chunk)) {
      waitForSender();
    } else if (!body.destroyed) {
      source.pause();
      waitForReader();
    }
  });
  finished(source, { writable: false }, (error) => {
    stop();
    if (body.destroyed) {
      return; // the reader has gone
    }
    if (error) {
      onFailure?.();
      body.destroy(error);
    } else {
      body.push(null);
      waitForReader(); // the last of it may still lie here; whoever has read it all ends this wait
    }
  });
  return body;
}
