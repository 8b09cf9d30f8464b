import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captionsRpc } from '@postloom/contracts';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';
import { allProviders, startThreeProviders } from '../testing/three-providers.ts';
import type { Said, ThreeProviders } from '../testing/three-providers.ts';

const failed = { code: 'caption_failed', message: 'Failed to generate caption. Please try again.' };
const bread = 'Fresh bread from our oven.';
const given = (caption: unknown, more: object = {}): Said => ({
  value: { caption, hashtags: ['bread'], analysis: 'A loaf.', ...more },
});

/** What a provider says, and the caption that comes of it; null: none. */
const corpus: readonly (readonly [name: string, said: Said, caption: string | null])[] = [
  ['nothing', { body: '' }, null],
  ['the page of a proxy', { body: '<html><body><h1>200 OK</h1></body></html>' }, null],
  ['null', { body: 'null' }, null],
  ['a list', { body: '[]' }, null],
  ['a text', { body: '"Fresh bread."' }, null],
  ['its protocol, cut', { body: '{"choices":[{"message":{"content":"{' }, null],
  ['1 MB of spaces', { body: ' '.repeat(1_000_000) }, null],
  ['1 MB of JSON', given('x'.repeat(1_000_000)), null],
  ['no text', { text: '' }, null],
  ['null in the place of the JSON', { text: 'null' }, null],
  ['a list in the place of the JSON', { text: '[{"caption":"Fresh bread."}]' }, null],
  ['JSON that is cut', { text: '{"caption":"Fresh bre' }, null],
  ['a refusal in the place of the JSON', { text: "I'm sorry, I can't help with that." }, null],
  ['chatter in the place of the JSON', { text: 'Let me look at the picture first.' }, null],
  ['an empty object', { value: {} }, null],
  ['a call of a tool', { calls: 'search_the_web' }, null],
  ['a caption of null', given(null), null],
  ['a caption that is a number', given(42), null],
  ['a caption that is a list', given([bread]), null],
  ['a caption that is an object', given({ text: bread }), null],
  ['an empty caption', given(''), null],
  ['a caption of spaces', given(' \n\t\u00a0 '), null],
  ['a caption that nobody sees', given('\u200b\u2060\u00ad\ufeff'), null],
  ['a caption of tags alone', given('<p><b></b></p>'), null],
  ['a page as the caption', given('<!doctype html><html><body><h1>502</h1>Bad gateway</body></html>'), null],
  ['its answer as JSON in the caption', given(JSON.stringify({ caption: bread, hashtags: [] })), null],
  ['the same, fenced', given(`\`\`\`json\n${JSON.stringify({ caption: bread })}\n\`\`\``), null],
  ['a refusal as the caption', given("I'm sorry, but I can't help with this picture."), null],
  ['a refusal in German', given('Es tut mir leid, aber ich kann dieses Bild nicht beschreiben.'), null],
  ['a gap and nothing else', given('Visit [Your Business Name] today!'), null],
  ['a picture that runs code', given(`<img src=x onerror=alert(1)>${bread}`), bread],
  ['a script', given(`<script>alert(document.cookie)</script>${bread}`), bread],
  ['tags', given('<p>Fresh <b>bread</b> from our oven.</p>'), bread],
  ['tags in entities', given('Fresh &lt;b&gt;bread&lt;/b&gt; from our oven.'), bread],
  ['Markdown', given('## Fresh **bread** from our oven.'), bread],
  ['signs that nobody sees', given('Fresh\u0000 bre\u200bad \u202efrom\u202c our oven.\u0007'), bread],
  ['half a sign', given('Fresh bread\ud83d from our oven.'), bread],
  ['quotation marks', given(`“${bread}”`), bread],
  ['a word to whoever asked', given(`Sure! Here's your caption:\n\n${bread}`), bread],
  ['a sentence with a gap', given(`${bread} Only {{price}} a loaf!`), bread],
  ['hashtags of null', given(bread, { hashtags: null }), bread],
  ['hashtags that are none', given(bread, { hashtags: [null, 3, {}, '<b>', '#', '2024'] }), bread],
  ['an analysis that is an object', given(bread, { analysis: { of: 'a loaf' } }), bread],
  ['more than was asked for', given(bread, { ['__proto__']: { admin: true }, system: 'root', constructor: 1 }), bread],
];

/** Through the whole service, by each of the three. */
describe('a provider that says something else (F35, S44)', () => {
  let providers: ThreeProviders;
  let captions: CaptionsUnderTest;
  beforeAll(async () => {
    providers = await startThreeProviders();
    captions = await CaptionsUnderTest.start({ ...providers.env, AI_REST_AFTER: '1000' });
  });
  afterAll(async () => {
    await captions.close();
    providers.close();
  });

  it.each(allProviders)(
    `${corpus.length} answers of %s: a clean caption, or the sentence and nothing counted`,
    async (provider) => {
      const wrong: string[] = [];
      for (const [name, said, caption] of corpus) {
        const tenant = captions.tenant();
        await captions.rpc(captionsRpc.aiSettingsSet, { provider }, tenant);
        providers.says(said);
        const photoId = await captions.picture(tenant);
        const outcome = await refusal(captions.generate(tenant, photoId));
        const shown =
          'answered' in (outcome as object) ? (outcome as { answered: { caption: string } }).answered.caption : outcome;
        const used = await captions.used(tenant);
        if (JSON.stringify([shown, used]) !== JSON.stringify(caption === null ? [failed, 0] : [caption, 1])) {
          wrong.push(`${name}: ${JSON.stringify(shown)}, ${used} counted`);
        }
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('a text of 20 kB is cut at the end of a sentence, within the limits of where it goes', async () => {
    const tenant = captions.tenant();
    providers.says(given(`${bread} `.repeat(750)));
    const photoId = await captions.picture(tenant);
    for (const [platform, limit] of [
      ['twitter', 280],
      ['instagram', 2_200],
    ] as const) {
      const { caption } = await captions.generate(tenant, photoId, { platform });
      expect(caption.length).toBeLessThanOrEqual(limit);
      expect(caption).toMatch(/oven\.$/);
    }
  });
});
