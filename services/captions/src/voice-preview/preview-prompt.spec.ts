import { describe, expect, it } from '@jest/globals';
import { CaptionVoice } from '@postloom/contracts';
import type { Business } from '@postloom/contracts';
import { PROMPT_VERSION } from '../captions/index.ts';
import { hashOf } from '../testing/hash-of.ts';
import { previewPrompt } from './preview-prompt.ts';

describe('previewPrompt', () => {
  it('has another version when its words change', () => {
    const business = {
      name: 'Corner Bakery',
      industryType: 'restaurant',
      businessTone: 'friendly',
    } as unknown as Business;
    const voice = CaptionVoice.parse({ hashtagSets: [{ name: 'House', tags: ['#rye'] }], language: 'German' });
    const { system, prompt } = previewPrompt(business, voice, 'canary');
    const { prompt: plain } = previewPrompt(business, CaptionVoice.parse({}), 'canary');
    expect([PROMPT_VERSION, hashOf(system, prompt, plain)]).toEqual([5, '629a1bd43f9182a5']);
  });
});
