import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { failureOf, inShort, NotTaken, wordsFor, wrongWords } from './upload-failure.ts';

const product = (status: number, body: unknown) => ({ by: 'product', status, body }) as const;

describe('a failure of an upload', () => {
  it.each([
    ['the contract', product(504, { error: 'deadline', message: 'This took too long. Please try again.' })],
    [
      'media about storage',
      product(502, { error: 'dependency_failed', message: 'The photo could not be stored. Please try again.' }),
    ],
    [
      'media about a full disk',
      product(503, {
        error: 'unavailable',
        message: 'Too many files are waiting at this moment. Please try again in 10 seconds.',
      }),
    ],
    ['nobody, the connection having broken', { by: 'connection' } as const],
    ['storage, which people do not know', { by: 'storage', status: 500, body: '<Error/>' } as const],
  ])('is in words that are known, of %s', (_, failure) => {
    expect(wordsFor(failure)).toBe(
      failure.by === 'product' ? (failure.body as { message: string }).message : 'Network error',
    );
  });

  it.each([
    ['another sentence for the code', product(503, { error: 'unavailable', message: 'ECONNREFUSED 127.0.0.1' })],
    ['a sentence of another code', product(503, { error: 'unavailable', message: 'Not found.' })],
    ['a bug', product(500, { error: 'internal', message: 'Something went wrong on our side.' })],
    ['blame for a good file', product(422, { error: 'invalid_image', message: 'This picture could not be read.' })],
    ['a code that no contract has', product(500, { error: 'oops', message: 'Not found.' })],
    ['no body', product(502, '<html>')],
    ['an answer without a photo', product(200, { success: true })],
  ])('has no words that are known when it is %s', (_, failure) => {
    expect(wordsFor(failure)).toBeNull();
  });

  it('is wrong when it has none, and is told once with how often that was said', () => {
    const late = { error: 'deadline', message: 'This took too long. Please try again.' };
    expect(wrongWords([{ by: 'connection' }, product(504, late)])).toEqual([]);
    const machine = product(504, { ...late, message: 'ETIMEDOUT' });
    expect(wrongWords([machine, product(502, '<html>'), machine])).toEqual([
      '2 failures in other words than ours: 504 deadline: ETIMEDOUT',
      '1 failures in other words than ours: 502 without a word',
    ]);
  });

  it('is counted by who failed, and what it says', () => {
    expect(inShort(product(504, { error: 'deadline', message: 'Late.' }))).toBe('504 deadline: Late.');
    expect(inShort(product(502, '<html>'))).toBe('502 without a word');
    expect(inShort({ by: 'storage', status: 500, body: '' })).toBe('storage: Network error');
  });

  it('is an answer that refused, or a connection that broke: a mistake of the sender is none', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const refused: unknown = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error);
    expect(failureOf(refused)).toEqual({ by: 'connection' });
    expect(failureOf(new NotTaken('storage', { status: 500, body: '' }))).toMatchObject({ by: 'storage', status: 500 });
    expect(() => failureOf(new TypeError('parts is not iterable'))).toThrow('parts is not iterable');
  });
});
