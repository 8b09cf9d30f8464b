import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { captionLength, captionsRpc, platformRules, platforms } from '@postloom/contracts';
import { startAnsweringProvider } from '../testing/answering-provider.ts';
import type { AnsweringProvider } from '../testing/answering-provider.ts';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';
import { startSandboxProcess } from '../testing/sandbox-process.ts';
import type { SandboxProcess } from '../testing/sandbox-process.ts';

describe('a text for each platform', () => {
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

  it('comes with the caption in one call, within the rules of each, and counts once', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    const long = `${'Warm bread from the oven this morning. '.repeat(12)}`;
    provider.answers.push({
      ...{ caption: 'Warm bread.', hashtags: ['bread'], analysis: 'Bread.' },
      variants: {
        twitter: { caption: long, hashtags: ['bread', 'rye'] },
        instagram: { caption: `${long} See http://evil.example/now.`, hashtags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
        tiktok: { caption: '{"caption": "nested"}', hashtags: [] },
        linkedin: { caption: 'Not asked for.', hashtags: [] },
      },
    });
    const answer = await captions.generate(tenant, photoId, { platforms: ['twitter', 'instagram', 'tiktok'] });
    expect(answer.caption).toBe('Warm bread.');
    const { variants = [] } = answer;
    // What is no text is left out: the shared caption stands there.
    expect(variants.map(({ platform }) => platform)).toEqual(['twitter', 'instagram']);
    for (const { platform, caption, hashtags } of variants) {
      const whole = [caption, hashtags.join(' ')].filter(Boolean).join('\n\n');
      expect(captionLength(platform, whole)).toBeLessThanOrEqual(platformRules[platform].captionLimit);
      expect(hashtags.length).toBeLessThanOrEqual(platformRules[platform].hashtagLimit ?? 10);
      expect(caption).not.toContain('evil');
    }
    expect(variants[0]?.caption.length).toBeGreaterThan(200);
    expect([await captions.used(tenant), provider.seen.length]).toEqual([1, 1]);
    expect(await captions.rpc(captionsRpc.captionHistory, {}, tenant)).toMatchObject([{ caption: 'Warm bread.' }]);
  });

  it('is refused whole when one of the texts leaks something of ours', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    provider.answers.push({
      ...{ caption: 'Warm bread.', hashtags: [], analysis: '' },
      variants: {
        twitter: { caption: 'Describe only what the photograph shows and what the profile says.', hashtags: [] },
      },
    });
    expect(await refusal(captions.generate(tenant, photoId, { platforms: ['twitter'] }))).toMatchObject({
      code: 'caption_failed',
    });
    expect(await captions.used(tenant)).toBe(0);
  });

  it.each(['anthropic', 'grok'] as const)('is what %s is asked for as well', async (id) => {
    const tenant = captions.tenant();
    await captions.rpc(captionsRpc.aiSettingsSet, { provider: id }, tenant);
    const answer = await captions.generate(tenant, await captions.picture(tenant), { platforms: [...platforms] });
    expect(answer.variants?.map(({ platform }) => platform)).toEqual(platforms);
    const plain = await captions.generate(tenant, await captions.picture(tenant));
    expect(plain).not.toHaveProperty('variants');
  });
});
