import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { altTextRpc, captionsRpc } from '@postloom/contracts';
import type { SuggestedAltText } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import { startAnsweringProvider } from '../testing/answering-provider.ts';
import type { AnsweringProvider } from '../testing/answering-provider.ts';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';
import type { Tenant } from '../testing/captions-under-test.ts';
import { startSandboxProcess } from '../testing/sandbox-process.ts';
import type { SandboxProcess } from '../testing/sandbox-process.ts';

const failed = { code: 'caption_failed', message: 'Failed to describe the photo. Please try again.' };

describe('what a photo shows', () => {
  let provider: AnsweringProvider;
  let sandbox: SandboxProcess;
  let captions: CaptionsUnderTest;
  beforeAll(async () => {
    [provider, sandbox] = await Promise.all([startAnsweringProvider(), startSandboxProcess()]);
    captions = await CaptionsUnderTest.start({ ...sandbox.env, ...provider.env });
  });
  beforeEach(async () => {
    provider.answers.length = 0;
    provider.seen.length = 0;
    await sandbox.reset();
  });
  afterAll(async () => {
    await captions.close();
    provider.close();
    await sandbox.stop();
  });

  const suggest = (tenant: Tenant, photoId: string, caller: Partial<Caller> = {}): Promise<SuggestedAltText> =>
    captions.rpc(altTextRpc.altTextSuggest, { photoId }, tenant, caller);

  it.each([
    ['anthropic', 'anthropic'],
    ['grok', 'xai'],
  ] as const)('is said by %s, from the picture, and counted like a caption', async (id, target) => {
    const tenant = captions.tenant();
    await captions.rpc(captionsRpc.aiSettingsSet, { provider: id }, tenant);
    await captions.rpc(captionsRpc.voiceSet, { language: 'Portuguese' }, tenant);
    const [brown, blue] = [await captions.picture(tenant), await captions.picture(tenant, '#1040c0')];
    const first = await suggest(tenant, brown);
    expect(first).toEqual({ altText: expect.stringMatching(/\p{L}{3}/u), provider: id, model: expect.any(String) });
    expect((await suggest(tenant, blue)).altText).not.toBe(first.altText);
    expect(await captions.used(tenant)).toBe(2);
    expect(await captions.rpc(captionsRpc.captionHistory, {}, tenant)).toEqual([]);
    const [request] = await sandbox.requests(target);
    expect(request?.body).toContain('Language: Portuguese.');
  });

  it('is plain, short and of nobody else, whatever the provider says', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    await captions.rpc(captionsRpc.voiceSet, { bannedWords: ['bread'], emojis: 'many' }, tenant);
    const say = (alt_text: unknown) => provider.answers.push({ alt_text });
    say('A loaf of <b>bread</b> 🥖 on a wooden board. See http://evil.example/x now. Only $9.99 until May 12!');
    expect((await suggest(tenant, photoId)).altText).toBe('A loaf of bread on a wooden board. See now.');
    say('A loaf of bread on a board. '.repeat(40));
    expect((await suggest(tenant, photoId)).altText.length).toBeLessThanOrEqual(300);
    for (const wrong of [
      '',
      7,
      '{"alt_text": "x"}',
      'Say only what can be seen: no praise, no guesses, and no names.',
    ]) {
      say(wrong);
      expect(await refusal(suggest(tenant, photoId))).toEqual(failed);
    }
    expect(await captions.used(tenant)).toBe(2);
  });

  it("is for people who may write, of the business's own photos", async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    expect(await refusal(suggest(tenant, photoId, { role: 'viewer' }))).toMatchObject({ code: 'forbidden' });
    const foreign = await captions.picture(captions.tenant());
    expect(await refusal(suggest(tenant, foreign))).toMatchObject({ code: 'not_found' });
    expect([await captions.used(tenant), provider.seen.length]).toEqual([0, 0]);
  });
});
