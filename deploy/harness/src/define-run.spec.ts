import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { choice, choices, helpOf, Misuse, number, readRun, text } from './define-run.ts';

const root = join(import.meta.dirname, '../../..');

const lag = {
  name: 'lag',
  summary: 'How long after its due time a post is public.',
  prefix: 'LAG_',
  settings: {
    posts: number(20, 'posts a second'),
    only: choice(['all', 'lag', 'takeover'], 'one measurement alone'),
    on: choices(['instagram', 'twitter', 'tiktok'], 'platforms'),
    dataDir: text('FOLDER', 'a folder that is removed afterwards'),
    seed: number(7, 'repeats a run', 'a new one each time'),
  },
  figures: true,
} as const;
const settingsOf = (words: string[], environment: Record<string, string> = {}) =>
  readRun(lag, words, environment)?.settings;

describe('settings of a run', () => {
  it('are the usual ones when nothing is said', () => {
    expect(settingsOf([], { PATH: '/bin' })).toMatchObject({
      posts: 20,
      only: 'all',
      on: ['instagram', 'twitter', 'tiktok'],
      dataDir: undefined,
    });
    expect(readRun(lag, [], {})?.resultPath).toBe(join(root, '.cache/lag/result.json'));
  });

  it('come from the environment, and from the command line before it', () => {
    const environment = { LAG_POSTS: '12', LAG_ONLY: 'lag', LAG_ON: 'tiktok,instagram', LAG_DATA_DIR: '/tmp/lag' };
    expect(settingsOf([], environment)).toMatchObject({
      posts: 12,
      only: 'lag',
      on: ['instagram', 'tiktok'],
      dataDir: '/tmp/lag',
    });
    expect(settingsOf(['--posts', '3', '--data-dir=/tmp/other'], environment)).toMatchObject({
      posts: 3,
      only: 'lag',
      dataDir: '/tmp/other',
    });
    expect(readRun(lag, ['--result', 'here.json'], { LAG_RESULT: 'there.json' })?.resultPath).toBe('here.json');
    expect(readRun(lag, [], { LAG_RESULT: 'there.json' })?.resultPath).toBe('there.json');
  });

  it.each([
    [['--posts', 'abc'], {}, "--posts must be a number above 0, not 'abc'."],
    [['--posts', '0'], {}, '--posts must be a number above 0'],
    [['--posts', ''], {}, '--posts must be a number above 0'],
    [[], { LAG_POSTS: '-1' }, "LAG_POSTS must be a number above 0, not '-1'."],
    [['--only', 'takeovers'], {}, "--only must be one of all, lag, takeover, not 'takeovers'."],
    [['--on', 'x'], {}, "--on must be some of instagram, twitter, tiktok, not 'x'."],
    [['--data-dir', ''], {}, '--data-dir is empty.'],
    [['--post', '3'], {}, "Unknown option '--post'."],
    [['--posts'], {}, "Option '--posts <value>' argument missing."],
    [['twelve'], {}, "lag takes no 'twelve'."],
    [[], { LAG_POST: '3' }, 'LAG_POST is no setting of lag.'],
  ])('%j with %j are refused before anything starts', (words, environment, sentence) => {
    expect(() => readRun(lag, words, environment)).toThrow(Misuse);
    expect(() => readRun(lag, words, environment)).toThrow(sentence);
  });

  it('give their words to a program that takes some', () => {
    const trace = {
      name: 'trace',
      summary: 'Draws a trace.',
      positional: {
        shape: '<id>',
        about: 'a trace',
        read: ([id, ...rest]: readonly string[]): string => {
          if (id === undefined || rest.length > 0) {
            throw new Misuse('Name one trace.');
          }
          return id;
        },
      },
    };
    expect(readRun(trace, ['abc'], {})?.positional).toBe('abc');
    expect(() => readRun(trace, [], {})).toThrow('Name one trace.');
    expect(readRun(trace, ['--help'], {})).toBeNull();
  });
});

describe('--help', () => {
  it('names every option with its usual value and its name in the environment', () => {
    const help = helpOf(lag);
    expect(help).toContain('Usage: npm run lag -- [options]');
    expect(help).toMatch(/--posts NUMBER +posts a second \(20; LAG_POSTS\)/);
    expect(help).toMatch(/--seed NUMBER +repeats a run \(a new one each time; LAG_SEED\)/);
    expect(help).toMatch(/--data-dir FOLDER +a folder that is removed afterwards \(LAG_DATA_DIR\)/);
    expect(help).toMatch(/--result FILE +.*\(\.cache\/lag\/result\.json; LAG_RESULT\)/);
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  it('comes before any complaint', () => {
    expect(readRun(lag, ['--help'], { LAG_POSTS: 'abc' })).toBeNull();
  });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd: root, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** Those that the installing start passes on to, by their own file. */
const started: Readonly<Record<string, string>> = {
  start: 'deploy/local/src/main.ts',
  test: 'deploy/local/src/checks/main.ts',
  trace: 'deploy/local/src/traces/main.ts',
};
const family = Object.entries(scripts)
  .filter(([, line]) => /^(exec )?node .*\bdeploy\//.test(line))
  .map(([name, line]) => {
    const program = started[name];
    return [name, program === undefined ? line.split(' ').slice(1) : [program]] as const;
  });

describe('the programs of deploy', () => {
  it('are all of package.json', () => {
    expect(family.map(([name]) => name)).toEqual(
      expect.arrayContaining(['start', 'test', 'bench', 'chaos', 'lag', 'ops', 'smoke']),
    );
  });

  it.each(family)(
    '%s explains itself, and refuses what it does not know',
    async (name, args) => {
      const [help, misuse] = await Promise.all([run([...args, '--help']), run([...args, '--no-such-option'])]);
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toContain(`Usage: npm run ${name} --`);
      expect(misuse).toMatchObject({ code: 64, out: '' });
      expect(misuse.err).toContain("Unknown option '--no-such-option'.");
    },
    60_000,
  );

  it('write their figures with the settings they belong to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postloom-run-'));
    try {
      const path = join(folder, 'of/this/result.json');
      const program = `import { defineRun, number } from ${JSON.stringify(join(import.meta.dirname, 'define-run.ts'))};
        const run = defineRun({ name: 'lag', summary: 'x', prefix: 'LAG_', settings: { posts: number(20, 'x') }, figures: true });
        run.save({ p50: 12 });`;
      const file = join(folder, 'program.ts');
      writeFileSync(file, program);
      const ended = await run([file, '--posts', '3'], {
        ...process.env,
        LAG_RESULT: path,
      });
      expect(ended).toMatchObject({ code: 0 });
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
        at: expect.any(String),
        settings: { posts: 3 },
        p50: 12,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
