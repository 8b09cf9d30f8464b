import { describe, expect, it } from '@jest/globals';
import { captionsRpc } from '@postloom/contracts';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';

const failed = { code: 'caption_failed', message: 'Failed to generate caption. Please try again.' };

describe('settings', () => {
  it('note the sandbox beside the providers that it answers for, and no others', async () => {
    const captions = await CaptionsUnderTest.start({
      ...{ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: 'http://127.0.0.1:9/openai/v1' },
      ...{ ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: 'http://127.0.0.1:99' },
      ...{ AI_ENDPOINT_NOTE: 'Sandbox', AI_ENDPOINT_NOTE_FOR: 'http://127.0.0.1:9' },
    });
    try {
      const { providers } = await captions.rpc(captionsRpc.aiSettingsGet, {}, captions.tenant());
      const noteOf = (provider: string) => providers.find(({ id }) => id === provider)?.note;
      expect([noteOf('openai'), noteOf('anthropic')]).toEqual(['Sandbox', null]);
    } finally {
      await captions.close();
    }
  });

  it('offer what is configured, and only that', async () => {
    const captions = await CaptionsUnderTest.start({
      ANTHROPIC_API_KEY: 'sk-ant-test',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      OPENAI_API_KEY: '',
      XAI_API_KEY: '',
      AI_ENDPOINT_NOTE: '',
    });
    try {
      const tenant = captions.tenant();
      const settings = await captions.rpc(captionsRpc.aiSettingsGet, {}, tenant);
      expect([settings.currentProvider, settings.failover]).toEqual(['anthropic', false]);
      expect(settings.providers.map(({ id, label, configured }) => [id, label, configured])).toEqual([
        ['openai', 'GPT-4o', false],
        ['anthropic', 'Claude 3.5', true],
        ['grok', 'Grok Vision', false],
      ]);
      const unset = { code: 'provider_not_configured', message: 'This AI provider is not configured.' };
      expect(await refusal(captions.rpc(captionsRpc.aiSettingsSet, { provider: 'openai' }, tenant))).toEqual(unset);
      // Chosen while it was configured, and removed since.
      await captions.sql(`INSERT INTO ai_settings (business_id, provider) VALUES ($1, 'grok')`, [
        tenant.caller.businessId,
      ]);
      expect(await refusal(captions.generate(tenant, await captions.picture(tenant)))).toEqual(unset);
      expect(await captions.used(tenant)).toBe(0);
      // Where others may stand in they do: here nobody listens at the other one's address.
      await captions.rpc(captionsRpc.aiSettingsSet, { failover: true }, tenant);
      expect(await refusal(captions.generate(tenant, await captions.picture(tenant)))).toEqual(failed);
      expect((await captions.rpc(captionsRpc.aiSettingsGet, {}, tenant, { businessId: null })).currentProvider).toBe(
        'anthropic',
      );
      // Nobody listens at that address.
      await captions.rpc(captionsRpc.aiSettingsSet, { provider: 'anthropic' }, tenant);
      expect(await refusal(captions.generate(tenant, await captions.picture(tenant)))).toEqual(failed);

      const defaults = { defaultCaptionStyle: 'professional', autoGenerateCaptions: true, includeHashtags: true };
      expect(await captions.rpc(captionsRpc.preferencesGet, {}, tenant)).toEqual(defaults);
      const wanted = { defaultCaptionStyle: 'artistic' as const, autoGenerateCaptions: false, includeHashtags: false };
      expect(await captions.rpc(captionsRpc.preferencesSet, wanted, tenant)).toEqual(wanted);
      expect(await captions.rpc(captionsRpc.preferencesGet, {}, tenant)).toEqual(wanted);
      expect(await captions.rpc(captionsRpc.preferencesGet, {}, captions.tenant())).toEqual(defaults);
      expect(await refusal(captions.rpc(captionsRpc.preferencesGet, {}, tenant, { userId: null }))).toMatchObject({
        code: 'unauthorized',
      });
    } finally {
      await captions.close();
    }
  });
});
