import { describe, expect, it } from '@jest/globals';
import { CaptionVoice, LONGEST_CHANGED } from '@postloom/contracts';
import type { Business, CaptionChange } from '@postloom/contracts';
import { PROMPT_VERSION } from '../captions/index.ts';
import { hashOf } from '../testing/hash-of.ts';
import { changePrompt, changeShape } from './change-prompt.ts';

const business = { name: 'Corner Bakery', industryType: 'restaurant', businessTone: 'friendly' } as unknown as Business;
const changes: readonly CaptionChange[] = [
  { kind: 'shorter' },
  { kind: 'longer' },
  { kind: 'tone', style: 'casual' },
  { kind: 'translate', language: 'German' },
];

describe('changePrompt', () => {
  it.each([20, 84, 900, 1_600, 2_150])('asks for no more than there are tokens and room for: %i letters', (length) => {
    const change = { kind: 'longer' } as const;
    const input = { words: 'あ'.repeat(length), change, platform: undefined, longest: undefined, tried: undefined };
    const { prompt } = changePrompt({ ...input, business, voice: CaptionVoice.parse({}), canary: 'canary' });
    const [, least = 0, most = 0] = (/longer, (\d+) to (\d+) characters/.exec(prompt) ?? []).map(Number);
    expect(least).toBeGreaterThan(length);
    expect(most).toBeGreaterThan(least);
    expect(most).toBeLessThanOrEqual(LONGEST_CHANGED);
    expect(changeShape(input).maxTokens).toBeGreaterThanOrEqual(most * 1.5 + 200);
  });

  it('has tokens for the longest text that is changed', () => {
    const words = 'あ'.repeat(LONGEST_CHANGED);
    expect(changeShape({ words, change: { kind: 'longer' }, longest: 3_000 }).maxTokens).toBe(4_160);
    expect(changeShape({ words, change: { kind: 'shorter' }, longest: undefined }).maxTokens).toBe(3_500);
  });

  it('has another version when its words change', () => {
    const input = {
      ...{ business, voice: CaptionVoice.parse({}), words: 'Fresh bread.', tried: 'Bread.', canary: 'canary' },
      ...{ platform: 'twitter' as const, longest: 200 },
    };
    const { system } = changePrompt({ ...input, change: { kind: 'shorter' } });
    const prompts = changes.map((change) => changePrompt({ ...input, change }).prompt);
    expect([PROMPT_VERSION, hashOf(system, ...prompts)]).toEqual([5, '4a42e92dff9269f6']);
  });
});
