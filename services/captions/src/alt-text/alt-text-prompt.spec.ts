import { describe, expect, it } from '@jest/globals';
import { CaptionVoice } from '@postloom/contracts';
import type { Business } from '@postloom/contracts';
import { PROMPT_VERSION } from '../captions/index.ts';
import { hashOf } from '../testing/hash-of.ts';
import { altTextPrompt } from './alt-text-prompt.ts';

describe('altTextPrompt', () => {
  it('has another version when its words change', () => {
    const business = { name: 'Corner Bakery' } as unknown as Business;
    const { system, prompt } = altTextPrompt(business, CaptionVoice.parse({}), 'canary');
    expect([PROMPT_VERSION, hashOf(system, prompt)]).toEqual([5, 'aa03af2d4e8bf866']);
  });
});
