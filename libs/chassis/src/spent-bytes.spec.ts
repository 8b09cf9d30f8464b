import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from '@jest/globals';
import { spend, spendingInto } from './spent-bytes.ts';

const large = (fill: string): Buffer => Buffer.from(new Uint8Array(100_000).fill(fill.charCodeAt(0)).buffer);

describe('spent bytes', () => {
  it('give their memory back at once', () => {
    const bytes = large('a');
    spend(bytes);
    expect(bytes.buffer.byteLength).toBe(0);
  });

  it('that share their memory with others keep it', () => {
    const whole = large('a');
    const part = whole.subarray(0, 99_999);
    const small = Buffer.from('small');
    spend(part, small);
    expect([part.length, whole.length, small.toString()]).toEqual([99_999, 100_000, 'small']);
  });

  it('are spent once they have been sent, and not before', async () => {
    const pieces = [large('a'), large('b'), large('c')];
    let sent = '';
    const target = new Writable({
      write(piece: Buffer, _encoding, done) {
        setImmediate(() => {
          sent += `${piece.toString('latin1', 0, 1)}${piece.length} `;
          done();
        });
      },
    });
    await pipeline(Readable.from([...pieces]), spendingInto(target));
    expect(sent).toBe('a100000 b100000 c100000 ');
    expect(target.writableFinished).toBe(true);
    expect(pieces.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0]);
  });

  it('fail in what they are sent into alone', async () => {
    const failure = new Error('the receiver is gone');
    const target = new Writable({ write: (_piece, _encoding, done) => done(failure) });
    const seen = new Promise((resolve) => void target.once('error', resolve));
    const source = Readable.from([large('a')]);
    source.pipe(spendingInto(target));
    expect(await seen).toBe(failure);
  });
});
