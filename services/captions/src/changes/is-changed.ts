import type { CaptionChange } from '@postloom/contracts';
import { saysTheSame } from '../captions/index.ts';

/** Whether the answer is what the person asked for, as far as that can be told without understanding it. */
export function isChanged({ kind }: CaptionChange, before: string, after: string): boolean {
  const [was, is] = [[...before.trim()].length, [...after.trim()].length];
  switch (kind) {
    case 'shorter':
      return is < was;
    case 'longer':
      return is > was;
    case 'tone':
    case 'translate':
      return !saysTheSame(before, after);
  }
}
