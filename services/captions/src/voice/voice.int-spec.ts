import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { captionsRpc } from '@postloom/contracts';
import { startAnsweringProvider } from '../testing/answering-provider.ts';
import type { AnsweringProvider } from '../testing/answering-provider.ts';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';

const none = { favoriteWords: [], bannedWords: [], hashtagSets: [], emojis: 'some', language: null };
const chosen = {
  ...{ favoriteWords: ['crusty'], bannedWords: ['delicious'], emojis: 'none' as const, language: 'Portuguese' },
  hashtagSets: [{ name: 'House', tags: ['#cornerbakery'] }],
};

describe('the voice of a business', () => {
  let captions: CaptionsUnderTest;
  let provider: AnsweringProvider;
  let seen: readonly string[];
  beforeAll(async () => {
    provider = await startAnsweringProvider();
    captions = await CaptionsUnderTest.start(provider.env);
  });
  beforeEach(() => {
    provider.answers.length = 0;
    provider.seen.length = 0;
    seen = provider.seen;
  });
  afterAll(async () => {
    await captions.close();
    provider.close();
  });
  const say = (...captionsOfIt: string[]) =>
    provider.answers.push(
      ...captionsOfIt.map((caption) => ({ caption, hashtags: ['bread', 'cornerbakery'], analysis: '' })),
    );

  it("has defaults, is saved whole, and is the business's own", async () => {
    const tenant = captions.tenant();
    expect(await captions.rpc(captionsRpc.voiceGet, {}, tenant)).toEqual(none);
    expect(await captions.rpc(captionsRpc.voiceSet, chosen, tenant)).toEqual(chosen);
    expect(await captions.rpc(captionsRpc.voiceGet, {}, tenant)).toEqual(chosen);
    expect(await captions.rpc(captionsRpc.voiceGet, {}, captions.tenant())).toEqual(none);
    expect(await captions.rpc(captionsRpc.voiceSet, { emojis: 'many' }, tenant)).toEqual({ ...none, emojis: 'many' });
  });

  it('is changed by people who may write, and not by what the contract refuses', async () => {
    const tenant = captions.tenant();
    await captions.rpc(captionsRpc.voiceSet, chosen, tenant);
    for (const bad of [
      { favoriteWords: ['Fresh'], bannedWords: ['fresh'] },
      { bannedWords: Array.from({ length: 41 }, (_, index) => `word${index}`) },
      { bannedWords: [' '] },
      { hashtagSets: [{ name: 'House', tags: ['no sign'] }] },
    ]) {
      expect(await refusal(captions.rpc(captionsRpc.voiceSet, bad, tenant))).toMatchObject({
        code: 'validation_failed',
      });
    }
    expect(await refusal(captions.rpc(captionsRpc.voiceSet, {}, tenant, { role: 'viewer' }))).toMatchObject({
      code: 'forbidden',
    });
    expect(await captions.rpc(captionsRpc.voiceGet, {}, tenant)).toEqual(chosen);
  });

  it('reaches the provider, and what comes back is held against it', async () => {
    const tenant = captions.tenant();
    await captions.rpc(captionsRpc.voiceSet, chosen, tenant);
    say('A delicious loaf 🥖. Crusty since dawn 🥖.');
    const caption = await captions.generate(tenant, await captions.picture(tenant));
    for (const words of ['crusty', 'delicious', 'House: #cornerbakery', 'Portuguese']) {
      expect(seen[0]).toContain(words);
    }
    expect(caption).toMatchObject({ caption: 'Crusty since dawn.', hashtags: ['#cornerbakery', '#bread'] });
  });

  it('does not say the same twice: it is asked once more, and never for a third time', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    const [bread, cake] = ['Warm bread from the oven this morning.', 'Somebody baked a cake, and it was not us.'];
    say(bread);
    expect((await captions.generate(tenant, photoId)).caption).toBe(bread);
    say(bread, cake);
    expect((await captions.generate(tenant, photoId)).caption).toBe(cake);
    // Both times the same: another caption of the business may come again, the one that is replaced may not.
    say(bread, bread);
    expect((await captions.generate(tenant, photoId)).caption).toBe(bread);
    say(bread, bread);
    expect(await refusal(captions.generate(tenant, photoId, { replaces: bread }))).toMatchObject({
      code: 'caption_failed',
    });
    expect(seen).toHaveLength(7);
    expect(await captions.used(tenant)).toBe(3);
  });

  it('gives a caption that repeats an earlier one when the second try gives nothing better, but not the one it replaces', async () => {
    const tenant = captions.tenant();
    const photoId = await captions.picture(tenant);
    const bread = 'Warm bread from the oven this morning.';
    say(bread);
    await captions.generate(tenant, photoId);
    say(bread); // and then an answer without a caption
    expect((await captions.generate(tenant, photoId)).caption).toBe(bread);
    say(bread);
    expect(await refusal(captions.generate(tenant, photoId, { replaces: bread }))).toMatchObject({
      code: 'caption_failed',
    });
    say(bread, 'A cake for Sunday, with too many cherries.');
    const replaces = 'A cake for Sunday, with too many cherries!';
    expect((await captions.generate(tenant, photoId, { replaces })).caption).toBe(bread);
    expect(seen).toHaveLength(7);
    expect(await captions.used(tenant)).toBe(3);
  });

  it("sends the business's last 20 captions and nobody else's", async () => {
    const tenant = captions.tenant();
    const { businessId, userId } = tenant.caller;
    const insert = (owner: string, caption: string, minutes: number) =>
      captions.sql(
        `INSERT INTO generations (id, business_id, user_id, provider, style, body_hash, state, answer, created_at, finished_at)
         VALUES ($1, $2, $3, 'openai', 'casual', '', 'done', $4, now() - make_interval(mins => $5), now())`,
        [randomUUID(), owner, userId, { caption, hashtags: [] }, minutes],
      );
    for (let number = 1; number <= 22; number += 1) {
      await insert(businessId, `Caption number ${number}.`, number);
    }
    await insert(randomUUID(), 'Of a stranger.', 1);
    say('Something new under the sun.');
    await captions.generate(tenant, await captions.picture(tenant));
    const numbers = Array.from((seen[0] ?? '').matchAll(/Caption number (\d+)/g), ([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(seen[0]).not.toContain('stranger');
  });
});
