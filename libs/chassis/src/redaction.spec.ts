import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { threadCost } from '@postloom/testing';
import { requestContext } from './context.ts';
import { createLogger } from './logger.ts';
import { redactText } from './redaction.ts';

function capture(): { lines: () => Record<string, unknown>[]; text: () => string; sink: Writable } {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return {
    sink,
    text: () => text,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

const canary = 'CANARY-8f31';

describe('Logger', () => {
  it('writes one JSON line with level, service, message and the fields of the work', () => {
    const out = capture();
    const logger = createLogger('media', 'info', out.sink);
    requestContext.run({ requestId: 'r1', businessId: 'b1' }, () => logger.info('Stored', { bytes: 3 }));
    expect(out.lines()).toEqual([
      expect.objectContaining({
        level: 'info',
        service: 'media',
        message: 'Stored',
        bytes: 3,
        requestId: 'r1',
        businessId: 'b1',
      }),
    ]);
  });

  it('stays silent below its level', () => {
    const out = capture();
    createLogger('media', 'warn', out.sink).info('Stored');
    expect(out.text()).toBe('');
  });

  it.each([
    ['a key', { accessToken: canary }],
    ['a nested key', { account: { refresh_token: canary } }],
    ['an authorization header', { headers: { Authorization: `Bearer ${canary}` } }],
    ['a caption', { post: { caption: canary } }],
    ['a list of mail addresses', { emails: [canary] }],
    ['a bearer token inside a message', { note: `sent bearer ${canary}.abcdefgh` }],
    ['a mail address inside a message', { note: `to ${canary}@example.org` }],
    ['a password in a URL', { url: `postgres://me:${canary}@db/x` }],
    ['a code in a query', { url: `https://x.test/cb?code=${canary}&a=1` }],
    [
      'parameters of a database error',
      { error: Object.assign(new Error('duplicate key'), { parameters: [canary], detail: canary }) },
    ],
    ['the message of a cause', { error: new Error('outer', { cause: new Error(`token=1 ${canary}@example.org`) }) }],
    ['bytes', { image: Buffer.from(canary) }],
  ])('never shows %s', (_name, fields) => {
    const out = capture();
    createLogger('media', 'info', out.sink).error('Failed', fields);
    expect(out.lines()).toHaveLength(1);
    expect(out.text()).not.toContain(canary);
  });

  it('keeps what helps: type, message, code and stack of an error, counts of tokens, plain text', () => {
    const out = capture();
    const error = Object.assign(new Error('it broke'), { code: 'ECONNRESET' });
    createLogger('media', 'info', out.sink).error('Failed', { error, tokens: 12, platform: 'instagram' });
    expect(out.lines()[0]).toMatchObject({
      error: {
        type: 'Error',
        message: 'it broke',
        code: 'ECONNRESET',
        stack: expect.stringContaining('redaction.spec'),
      },
      tokens: 12,
      platform: 'instagram',
    });
  });

  it('survives a circle', () => {
    const out = capture();
    const circle: Record<string, unknown> = { a: 1 };
    circle['self'] = circle;
    createLogger('media', 'info', out.sink).info('Round', { circle });
    expect(out.lines()).toHaveLength(1);
  });

  it('reads a message of one long word in linear time', () => {
    const word = 'a'.repeat(60_000);
    expect(threadCost(() => expect(redactText(word)).toBe(word))).toBeLessThan(300);
  });
});
