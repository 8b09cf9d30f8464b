import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  bringBackRpc,
  captionsEvents,
  captionsRpc,
  changeRpc,
  generationRpc,
  rowsOf,
  schedulingEvents,
} from '@postloom/contracts';
import type { CaptionChange, Platform } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { startAnsweringProvider } from '../testing/answering-provider.ts';
import type { AnsweringProvider } from '../testing/answering-provider.ts';
import { CaptionsUnderTest } from '../testing/captions-under-test.ts';
import type { Tenant } from '../testing/captions-under-test.ts';

const caption = 'Experience the rich aroma of our rye bread, baked fresh every morning from seven.';
const posted = 'Rye bread, baked fresh every morning from seven. Come by!';

describe('what people make of captions before they post them', () => {
  let provider: AnsweringProvider;
  let captions: CaptionsUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    provider = await startAnsweringProvider();
    captions = await CaptionsUnderTest.start(provider.env);
  });
  beforeEach(() => {
    provider.answers.length = 0;
    provider.seen.length = 0;
    tenant = captions.tenant();
  });
  afterAll(async () => {
    await captions.close();
    provider.close();
  });

  const generate = async (text: string, options: { platforms?: Platform[] } = {}, variant = '') => {
    const variants = Object.fromEntries(
      (options.platforms ?? []).map((one) => [one, { caption: variant, hashtags: [] }]),
    );
    provider.answers.push({ caption: text, hashtags: [], analysis: '', variants });
    await captions.generate(tenant, await captions.picture(tenant), options);
  };
  const edits = () =>
    captions.sql<{ before: string; after: string }>(
      `SELECT edited_from AS before, edited_to AS after FROM generations
       WHERE business_id = $1 AND edited_to IS NOT NULL ORDER BY created_at DESC`,
      [tenant.caller.businessId],
    );
  /** By the style of the caption that a post was made of. */
  const told = (targetId: string) =>
    captions.sql<{ round: number; style: string | null }>(
      `SELECT version AS round, data->>'style' AS style FROM outbox WHERE subject = $1 AND entity_id = $2 ORDER BY version`,
      [captionsEvents.captionPosted.subject, targetId],
    );
  let round = 0;
  const post = async (
    text: string,
    again: { targetId: string; round: number } | null = null,
    platform: Platform = 'instagram',
  ) => {
    const { targetId, round: ofTarget } = again ?? { targetId: randomUUID(), round: 1 };
    const postId = randomUUID();
    await captions.service.emitFrom(schedulingEvents.targetDue, {
      ...{ businessId: tenant.caller.businessId, entityId: targetId, version: (round += 1) },
      data: {
        ...{ targetId, round: ofTarget, postId, platform, accountId: randomUUID(), caption: text },
        ...{ photoIds: [randomUUID()], dueAt: '2026-11-20T10:00:00.000Z' },
      },
    });
    return targetId;
  };

  it('are kept with the caption, and shown to the provider for the next one of that business', async () => {
    await generate(caption);
    await post(`${posted}\n\n#bread`);
    await eventually('it is kept', async () => expect(await edits()).toEqual([{ before: caption, after: posted }]));
    await generate('Something new under the sun.');
    expect(provider.seen[1]).toContain(`- Written: ${caption}`);
    expect(provider.seen[1]).toContain(`Posted: ${posted}`);
    const other = captions.tenant();
    provider.answers.push({ caption: 'Of somebody else.', hashtags: [], analysis: '' });
    await captions.generate(other, await captions.picture(other));
    expect(provider.seen[2]).not.toContain('Posted:');
  });

  it('are none when a text was posted as written, is their own, or belongs to another business', async () => {
    await generate(caption);
    const other = tenant;
    tenant = captions.tenant();
    await generate('A cake for Sunday, with too many cherries on it.');
    await post('A cake for Sunday, with too many cherries on it.\n\n#cake');
    await post('We are closed on Monday.');
    await post(posted);
    // Handled in their order: the last one is of this business, and changes its caption.
    await post('A cake for Sunday, with cherries on it.');
    await eventually('the last is kept', async () => expect(await edits()).toHaveLength(1));
    tenant = other;
    expect(await edits()).toEqual([]);
  });

  it('and captions that go out as they are give the post their style, until a later round has own words', async () => {
    await generate(caption);
    const asWritten = await post(`${caption}\n\n#bread`);
    const [changed, own] = [await post(posted), await post('We are closed on Monday.')];
    await post('We are closed on Monday.', { targetId: asWritten, round: 2 });
    await eventually('the styles are told', async () => {
      expect(await told(asWritten)).toEqual([
        { round: 1, style: 'professional' },
        { round: 2, style: null },
      ]);
      expect(await told(changed)).toEqual([{ round: 1, style: 'professional' }]);
    });
    expect(await told(own)).toEqual([]);
  });

  it('are none, and the style is told, though many captions were written since', async () => {
    await generate(caption, { platforms: ['twitter'] }, 'Rye. Seven. Be quick, all of you.');
    await captions.sql(
      `INSERT INTO generations (id, business_id, user_id, provider, style, body_hash, state, answer, finished_at)
       SELECT gen_random_uuid(), $1, $2, 'openai', 'casual', '', 'done', jsonb_build_object('caption', $3 || n, 'hashtags', '[]'::jsonb), now()
       FROM generate_series(1, 25) n`,
      [tenant.caller.businessId, tenant.caller.userId, 'Experience the rich aroma of our rye bread, today number '],
    );
    const ofAll = await post(`${caption}\n\n#bread`);
    const ofOne = await post('Rye. Seven. Be quick, all of you.', null, 'twitter');
    await eventually('the styles are told', async () => {
      expect(await told(ofAll)).toEqual([{ round: 1, style: 'professional' }]);
      expect(await told(ofOne)).toEqual([{ round: 1, style: 'professional' }]);
    });
    expect(await edits()).toEqual([]);
  });

  it('are none where AI made the change; what people changed then is one', async () => {
    await generate(caption);
    const change = async (text: string, into: string, how: CaptionChange) => {
      provider.answers.push({ caption: into });
      await captions.rpc(changeRpc.captionChange, { caption: text, change: how }, tenant);
    };
    const shorter = 'Rye bread, baked fresh every morning from seven.';
    const german = 'Roggenbrot, jeden Morgen ab sieben frisch aus dem Ofen.';
    const casual = 'Hey, the rye is out of the oven at seven, go grab one!';
    await change(`${caption} #rye`, shorter, { kind: 'shorter' });
    await change(shorter, german, { kind: 'translate', language: 'German' });
    await change(shorter, casual, { kind: 'tone', style: 'casual' });
    await change('We are closed on Monday.', 'Monday: closed.', { kind: 'shorter' });
    const posts = [await post(`${shorter}\n\n#rye`), await post(german), await post(casual)];
    const [own, changed] = [await post('Monday: closed.'), await post(posted)];
    await eventually('the styles are told', async () => {
      const styles = (await Promise.all([...posts, changed].map(told))).map(([first]) => first?.style);
      expect(styles).toEqual(['professional', 'professional', 'casual', 'professional']);
    });
    expect(await told(own)).toEqual([]);
    expect(await edits()).toEqual([{ before: shorter, after: posted }]);
  });

  it('reach the export with the caption, and come back with it', async () => {
    await generate(caption);
    await post(posted);
    await eventually('it is kept', async () => expect(await edits()).toHaveLength(1));
    const rows = rowsOf(await captions.rpc(generationRpc.generationPage, {}, tenant));
    expect(rows).toMatchObject([{ caption, posted }]);
    tenant = captions.tenant();
    const ids = rows.map((row) => ({ ...row, id: randomUUID() }));
    await captions.rpc(bringBackRpc.captions, { captions: ids }, tenant);
    expect(await edits()).toEqual([{ before: caption, after: posted }]);
    expect(await captions.rpc(captionsRpc.captionHistory, {}, tenant)).toMatchObject([{ caption, posted }]);
  });

  it('are five in a prompt, the last ones', async () => {
    for (let number = 1; number <= 7; number += 1) {
      await captions.sql(
        `INSERT INTO generations (id, business_id, user_id, provider, style, body_hash, state, answer, created_at, finished_at, edited_from, edited_to)
         VALUES ($1, $2, $3, 'openai', 'casual', '', 'done', '{"caption": "c", "hashtags": []}', now() - make_interval(mins => $4), now(), 'w', $5)`,
        [randomUUID(), tenant.caller.businessId, tenant.caller.userId, number, `Edit ${number}.`],
      );
    }
    await generate('Something new under the sun.');
    const numbers = Array.from((provider.seen[0] ?? '').matchAll(/Posted: Edit (\d)/g), ([, number]) => Number(number));
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
  });
});
