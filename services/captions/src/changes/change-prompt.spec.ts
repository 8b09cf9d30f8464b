import { describe, expect, it } from '@jest/globals';
import { CaptionVoice } from '@postloom/contracts';
import type { Business, CaptionChange } from '@postloom/contracts';
import { PROMPT_VERSION } from '../captions/index.ts';
import { hashOf } from '../testing/hash-of.ts';
import { changePrompt } from './change-prompt.ts';

const business = { name: 'Corner Bakery', industryType: 'restaurant', businessTone: 'friendly' } as unknown as Business;
const changes: readonly CaptionChange[] = [
  { kind: 'shorter' },
  { kind: 'longer' },
  { kind: 'tone', style: 'casual' },
  { kind: 'translate', language: 'German' },
];

describe('changePrompt', () => {
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
