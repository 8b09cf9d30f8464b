import { describe, expect, it } from '@jest/globals';
import { threadCost } from '@postloom/testing';
import fc from 'fast-check';
import { parseForeignJson } from './json.ts';

const nested = (depth: number, [open, close]: readonly [string, string]): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

describe('parseForeignJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        expect(parseForeignJson(text)).toEqual(JSON.parse(text));
      }),
    );
    expect(parseForeignJson('{"a":["[[", "\\"[", "\\\\"]}')).toEqual({ a: ['[[', '"[', '\\'] });
    expect(parseForeignJson(JSON.stringify('['.repeat(1_000)))).toHaveLength(1_000);
    expect(() => parseForeignJson('{"a":')).toThrow(SyntaxError);
  });

  it('counts the nesting, not the brackets', () => {
    expect(parseForeignJson(`[${Array.from({ length: 1_000 }, () => '[[]]').join(',')}]`)).toHaveLength(1_000);
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)('refuses nesting of %s below a hundred levels', (...pair) => {
    expect(parseForeignJson(nested(100, pair))).toBeInstanceOf(Object);
    expect(() => parseForeignJson(nested(101, pair))).toThrow(SyntaxError);
  });

  it('refuses a megabyte of brackets within milliseconds, closed or not', () => {
    for (const text of ['['.repeat(1_048_576), nested(524_288, ['[', ']'])]) {
      const parse = () => parseForeignJson(text, (_key, value) => value);
      expect(threadCost(() => expect(parse).toThrow(SyntaxError))).toBeLessThan(50);
    }
  });

  it('gives a reviver the text of numbers', () => {
    const texts = parseForeignJson('[9007199254740993]', (_key, value, { source }) => source ?? value);
    expect(texts).toEqual(['9007199254740993']);
  });
});
