import { describe, expect, it } from 'vitest';
import { cn } from './cn.ts';

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
});
