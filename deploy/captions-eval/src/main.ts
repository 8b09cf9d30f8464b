import { existsSync, readFileSync } from 'node:fs';
import { aiProviders, platforms } from '../../../libs/contracts/src/index.ts';
import type { AiProvider, CaptionStyle } from '../../../libs/contracts/src/index.ts';
import { choice, choices, defineRun, number } from '../../harness/src/define-run.ts';
import { startSandboxProcess } from '../../../services/captions/src/testing/sandbox-process.ts';
import { problemsOf } from './checks.ts';
import { languages } from './language.ts';
import type { Language } from './language.ts';
import { businessOf, toldBy, voiceOf } from './profiles.ts';
import type { ProfileName } from './profiles.ts';
import { pictureOf, scenes } from './scenes.ts';
import { compared, tableOf, tallyOf } from './table.ts';
import type { Outcome, Runs } from './table.ts';

const providerIds = aiProviders.map(({ id }) => id) as [AiProvider, ...AiProvider[]];
const styles: readonly CaptionStyle[] = ['professional', 'casual', 'artistic', 'promotional'];

const run = defineRun({
  name: 'caption-eval',
  summary:
    'Captions for sixty pictures made by program, of six businesses, in six languages, each checked by program: length, hashtags, language, foreign links, numbers and names that nobody told, whether it names the business as wished, repetition of the last twenty, markup, banned words, emoji where none are wanted, gaps. Prints a table and what is different from the last run of the same model, pictures and languages, then the captions of one business in four styles and each language, to be read. 360 captions take a minute against the sandbox.',
  figures: true,
  settings: {
    at: choice(['sandbox', 'provider'], 'the sandbox, or the provider itself with the key of the environment'),
    provider: choice(providerIds, 'who writes'),
    languages: choices(languages, 'in which languages'),
    pictures: number(scenes.length, 'the first so many of the pictures'),
  },
  environment: {
    'OPENAI_API_KEY, ANTHROPIC_API_KEY, XAI_API_KEY': 'the key of the provider, and the other settings of captions',
  },
  examples: [
    ['npm run caption-eval', 'all of it against the sandbox'],
    ['npm run caption-eval -- --at provider --provider anthropic --pictures 12', 'a fifth of it with a real model'],
  ],
});
const { settings } = run;

await import('reflect-metadata');
const { HttpClient, overrideEnvironment } = await import('../../../libs/chassis/src/index.ts');
const sandbox = settings.at === 'sandbox' ? await startSandboxProcess() : null;
overrideEnvironment({
  ...process.env,
  ...{ SERVICE_INTERNAL_PORT: '1', MEDIA_INTERNAL_URL: 'http://127.0.0.1:9' },
  ...sandbox?.env,
});
const { Writer } = await import('./writer.ts');
const http = new HttpClient({ allowPrivate: sandbox !== null });
const writer = new Writer(http, settings.provider);

/** The last captions of a business in a language, newest first. */
const earlier = new Map<string, string[]>();
const LAST = 20;

async function write(scene: (typeof scenes)[number], index: number, language: Language, style: CaptionStyle) {
  const business = businessOf(scene.profile);
  const shelf = earlier.get(`${scene.profile} ${language}`) ?? [];
  const voice = voiceOf(scene.profile);
  const asked = {
    ...{
      voice,
      language,
      platform: platforms[index % platforms.length] ?? 'instagram',
      includeHashtags: index % 4 !== 3,
    },
    ...{ business: business.name, told: toldBy(scene.profile), earlier: shelf.slice(0, LAST) },
  };
  const { platform, includeHashtags } = asked;
  const wish = { business, voice, picture: await pictureOf(scene), style, language, platform, includeHashtags };
  const answer = await writer.write({ ...wish, earlier: asked.earlier });
  earlier.set(`${scene.profile} ${language}`, [answer.caption, ...shelf]);
  return { answer, problems: problemsOf(answer, asked) };
}

const say = (line: string): unknown => process.stdout.write(`${line}\n`);
const chosen = scenes.filter((_, index) => index < settings.pictures);
const outcomes: Outcome[] = [];
try {
  for (const language of settings.languages) {
    for (const [index, scene] of chosen.entries()) {
      try {
        const { answer, problems } = await write(scene, index, language, styles[index % styles.length] ?? 'casual');
        outcomes.push({ language, problems });
        if (problems.length > 0) {
          say(
            `${scene.id}, ${language}: ${problems.join(', ')}: ${JSON.stringify(answer.caption)} ${answer.hashtags.join(' ')}`,
          );
        }
      } catch (error) {
        outcomes.push({ language, problems: ['failed'] });
        say(`${scene.id}, ${language}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  const tally = tallyOf(outcomes);
  say(`\n${tableOf(tally)}\n`);
  const { pictures, provider, languages: asked } = settings;
  const at = sandbox === null ? writer.address : 'sandbox';
  const setup = {
    ...{ provider, at, model: writer.model, languages: asked },
    pictures: Math.min(pictures, scenes.length),
  };
  const { lines, runs } = compared(lastRuns(run.resultPath), setup, tally);
  say(lines.join('\n'));
  // Before the reading, which a provider may end: what was measured is kept.
  say(`\nFigures: ${run.save({ tally, runs })}`);
  say(`\nTo be read:\n`);
  const reader: ProfileName = 'bakery';
  const [scene] = scenes.filter(({ profile }) => profile === reader);
  for (const language of settings.languages) {
    for (const style of styles) {
      const { answer } = await write(scene ?? chosen[0]!, 0, language, style);
      say(`${language}, ${style}: ${answer.caption.replaceAll('\n', ' ')} ${answer.hashtags.join(' ')}`);
    }
  }
} finally {
  http.close();
  await sandbox?.stop();
}
process.exitCode = outcomes.every(({ problems }) => problems.length === 0) ? 0 : 1;

function lastRuns(path: string): Runs {
  if (!existsSync(path)) {
    return {};
  }
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { runs?: Runs };
  return kept.runs ?? {};
}
