import { Writable } from 'node:stream';

/**
 * Gives the memory of bytes back at once that nobody will read again. V8 counts the bytes of buffers like what is on its heap: those that pass
 * through a process make it look for garbage in all of its heap, again and again while one file passes. Bytes that share their memory with
 * others, as small buffers do, stay.
 */
export function spend(...spent: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of spent) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) {
      buffer.transfer(0);
    }
  }
}

/**
 * A way into `target` that spends each piece when it has been sent; its end is the target's. For pieces that nobody else holds, as those of a
 * body that is passed on: 5 MB take half the processor time so. What fails, fails in `target`.
 */
export function spendingInto(target: Writable): Writable {
  const way = new Writable({
    write(piece: Buffer, _encoding, done) {
      target.write(piece, (error) => {
        spend(piece);
        done(error);
      });
    },
    final: (done) => void target.end(done),
  });
  way.on('error', () => undefined);
  return way;
}
