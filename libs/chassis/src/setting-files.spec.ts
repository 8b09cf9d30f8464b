import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SettingFiles } from './setting-files.ts';

describe('files of settings', () => {
  let folder: string;
  let now: number;
  let files: SettingFiles;

  /** A volume of secrets as kubelet keeps it: names lead through a link that is replaced in one step. */
  const mount = (secrets: Record<string, string>): void => {
    const version = mkdtempSync(join(folder, 'version-'));
    for (const [name, text] of Object.entries(secrets)) {
      writeFileSync(join(version, name), text);
    }
    symlinkSync(version, join(folder, 'data.new'));
    renameSync(join(folder, 'data.new'), join(folder, 'data'));
  };
  const read = (): string[] => ['KEY', 'SECRET'].map((name) => files.read(join(folder, 'data', name), name));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'setting-files-'));
    mkdirSync(folder, { recursive: true });
    now = 10_000;
    files = new SettingFiles(() => now);
    mount({ KEY: 'k1', SECRET: 's1' });
    expect(read()).toEqual(['k1', 's1']);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('change together', () => {
    mount({ KEY: 'k2', SECRET: 's2' });
    expect(read()).toEqual(['k1', 's1']);
    files.look();
    expect(read()).toEqual(['k2', 's2']);
  });

  it('are looked at when settings are used, and once a second at most', () => {
    const first = files.version();
    mount({ KEY: 'k2', SECRET: 's2' });
    now += 999;
    expect(files.version()).toBe(first);
    now += 1;
    expect(files.version()).toBe(first + 1);
    now += 1_000;
    expect(files.version()).toBe(first + 1);
  });

  it('say nothing when only their dates are new', async () => {
    const told: unknown[] = [];
    files.whenChanged((settings) => told.push(settings));
    mount({ KEY: 'k1', SECRET: 's2' });
    files.look();
    mount({ KEY: 'k1', SECRET: 's2' });
    files.look();
    await Promise.resolve();
    expect(told).toEqual([['SECRET']]);
  });

  it('cannot be read where there is none', () => {
    expect(() => files.read(join(folder, 'none'), 'NONE')).toThrow('ENOENT');
  });
});
