import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { inAscii } from './ascii.ts';

describe('a program in ASCII', () => {
  it.each([
    ['a string', `'Ende — “gut” … ü'`],
    ['a template with a value', 'let n = 3; `${n} Fotos → ✓ ${"ä".length}`'],
    ['signs beyond the first plane', `[...'a😀b'].length + '😀'`],
    ['a backslash that says nothing', String.raw`'\… and \\… and \\\…'`],
    ['a regular expression', `'Größe 3 €'.replace(/[äöü€]/g, '_')`],
    ['a range of signs', `'x😁y'.replace(/[😀-😎]/u, '_')`],
    ['a name', `const größe = 4; größe * 2`],
    ['a key', `({ 'überall': 1, über: 2 }).über`],
  ])('means the same: %s', (_what, program) => {
    const ascii = inAscii(program);
    expect(ascii).toMatch(/^[\0-\x7f]+$/);
    expect(runInNewContext(ascii)).toEqual(runInNewContext(program));
  });

  it('leaves a program alone that is ASCII', () => {
    const program = String.raw`const a = '\\n\u2026'; a`;
    expect(inAscii(program)).toBe(program);
  });
});
