import { describe, expect, it } from 'vitest';
import { createUndoStack } from './undo-stack.ts';

describe('what can be taken back', () => {
  it('is taken back once, the latest first', () => {
    const stack = createUndoStack();
    const done: string[] = [];
    const step = (name: string) => ({ run: () => void done.push(name) });
    const first = step('first');
    stack.push(first);
    stack.push(step('second'));
    stack.push(step('third'));
    expect(stack.undo()).toBe(true);
    expect(stack.undo(first)).toBe(true);
    expect(stack.undo(first)).toBe(false);
    expect(stack.undo()).toBe(true);
    expect(stack.undo()).toBe(false);
    expect(done).toEqual(['third', 'first', 'second']);
  });
});
