import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import { describe, expect, it } from 'vitest';
import { cn } from './cn.ts';

/** tailwind-merge with all of Tailwind, and the names that ui/styles.css adds: what `cn` must agree with. */
const whole = extendTailwindMerge({
  extend: {
    theme: {
      radius: ['control', 'card'],
      shadow: ['soft', 'lift'],
      animate: ['in-fade', 'in-rise', 'in-sheet', 'in-side', 'spin'],
    },
  },
});

/** Every utility that a source file names, without its variants. */
function usedUtilities(): string[] {
  const root = resolve(import.meta.dirname, '..');
  const words = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.spec\./.test(name))
    .flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)])
    .flatMap((literal) => (literal[2] ?? '').split(/\s+/))
    .map((word) => word.replace(/^(?:(?:\[[^\]]*\]|[\w-]+(?:\[[^\]]*\])?(?:\/[\w-]+)?):)+/, ''));
  // The whole table knows a word as a class when it drops the first of two.
  return [...new Set(words)].filter((word) => word !== '' && whole(`${word} ${word}`) === word).sort();
}

describe('cn', () => {
  it('lets the later class of a kind win', () => {
    expect(cn('h-10 px-4 text-sm', 'h-12 px-3')).toBe('text-sm h-12 px-3');
    expect(cn('size-9', 'size-16')).toBe('size-16');
    expect(cn('h-4 w-4', 'size-6')).toBe('size-6');
    expect(cn('px-2 pt-1', 'p-5')).toBe('p-5');
    expect(cn('rounded-control', 'rounded-full')).toBe('rounded-full');
    expect(cn('flex', 'hidden')).toBe('hidden');
    expect(cn('w-[5.25rem]', 'w-(--x)')).toBe('w-(--x)');
  });

  it('keeps sizes, colours and variants apart', () => {
    expect(cn('text-sm text-muted', 'text-xl')).toBe('text-muted text-xl');
    expect(cn('text-sm text-muted', 'text-(--thread-tiktok)')).toBe('text-sm text-(--thread-tiktok)');
    expect(cn('h-10 touch:h-11', 'h-12')).toBe('touch:h-11 h-12');
    expect(cn('border border-line', 'border-woad')).toBe('border border-woad');
    expect(cn('border border-line', false, undefined, 'border-dashed')).toBe('border border-line border-dashed');
    expect(cn('hover:bg-sunken bg-cloth', 'bg-woad-soft')).toBe('hover:bg-sunken bg-woad-soft');
  });

  it('keeps both axes of a gap and of an inset', () => {
    expect(cn('gap-x-3 gap-y-2')).toBe('gap-x-3 gap-y-2');
    expect(cn('gap-x-3 gap-y-2', 'gap-1')).toBe('gap-1');
    expect(cn('inset-x-0 inset-y-2', 'top-0')).toBe('inset-x-0 inset-y-2 top-0');
    expect(cn('bg-clip-text bg-woad')).toBe('bg-clip-text bg-woad');
  });

  it('treats every two utilities of the product as the whole table does', () => {
    const used = usedUtilities();
    expect(used.length).toBeGreaterThan(400);
    // A kind that `cn` does not know is kept beside any other; what it knows it merges in full, and drops nothing else.
    const known = used.filter((one) => cn(`${one} ${one}`) === one);
    // What is merged depends on the kinds alone: each utility is held against one of its kind, and one of each kind against the others.
    const kinds: string[][] = [];
    for (const one of known) {
      const same = kinds.find(([first = '']) => whole(`${first} ${one}`) === one && whole(`${one} ${first}`) === first);
      if (same) {
        same.push(one);
      } else {
        kinds.push([one]);
      }
    }
    const firsts = kinds.flatMap(([first]) => first ?? []);
    const pairs = [
      ...kinds.flatMap(([first = '', ...rest]) => rest.flatMap((one) => [`${first} ${one}`, `${one} ${first}`])),
      ...firsts.flatMap((one) => firsts.map((other) => `${one} ${other}`)),
    ];
    const wrong = pairs
      .filter((pair) => cn(pair) !== whole(pair))
      .map((pair) => `${pair}: ${cn(pair)}, not ${whole(pair)}`);
    expect(wrong).toEqual([]);
  });
});
