import { finished, Readable } from 'node:stream';

/**
 * What storage sends, as a stream that fails when storage sends nothing for so long although its reader waits. While the reader does not
 * want more (a slow browser), no time runs: nothing is asked of storage then.
 * @param onFailure storage stopped sending, or broke off
 */
export function watchedBody(source: Readable, silenceMs: number, onFailure: () => void): Readable {
  let silence: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(silence);
    silence = undefined;
  };
  const wait = (): void => {
    silence ??= setTimeout(() => source.destroy(new Error('the storage stopped sending an object')), silenceMs);
  };
  const body = new Readable({
    read() {
      wait();
      source.resume();
    },
    destroy(error, done) {
      stop();
      source.destroy();
      done(error);
    },
  });
  source.pause();
  source.on('data', (chunk: Buffer) => {
    stop();
    if (body.push(chunk)) {
      wait();
    } else {
      source.pause();
    }
  });
  finished(source, { writable: false }, (error) => {
    stop();
    if (body.destroyed) {
      return; // the reader has gone
    }
    if (error) {
      onFailure();
      body.destroy(error);
    } else {
      body.push(null);
    }
  });
  return body;
}
