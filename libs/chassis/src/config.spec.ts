import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  ConfigError,
  defineConfig,
  onOff,
  overrideEnvironment,
  refusedSettings,
  requireConfig,
  rereadSettings,
  settingFiles,
} from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-'));
const base = { SERVICE_INTERNAL_PORT: '4000' };

describe('defineConfig', () => {
  beforeEach(() => overrideEnvironment(base));
  afterEach(() => overrideEnvironment());

  it('reads typed values under the name of the key', () => {
    overrideEnvironment({ ...base, MAX_POSTS: '12', RATE_LIMITS: 'off', S3_ENDPOINT: 'http://s3' });
    const config = defineConfig({ maxPosts: z.coerce.number(), rateLimits: onOff, s3Endpoint: z.string() });
    expect(config.maxPosts).toBe(12);
    expect(config.rateLimits).toBe(false);
    expect(config.s3Endpoint).toBe('http://s3');
    expect(config.internalPort).toBe(4000);
    expect(config.migrate).toBe('never');
  });

  it('reads a secret from the file that NAME_FILE names, without its last line break', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 's3cret\n');
    overrideEnvironment({ ...base, TICKET_SECRET_FILE: file });
    expect(defineConfig({ ticketSecret: z.string() }).ticketSecret).toBe('s3cret');
    rmSync(file);
  });

  describe('of a file that changes', () => {
    const [user, password] = [join(folder, 'user'), join(folder, 'password')];
    const change = (path: string, text: string): void => {
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    };
    const config = defineConfig({ mailUser: z.string(), mailPassword: z.string().min(4), mailPort: z.coerce.number() });
    const values = (): unknown => ({ user: config.mailUser, password: config.mailPassword, port: config.mailPort });
    const former = { user: 'anna', password: 'first', port: 25 };

    beforeEach(() => {
      change(user, 'anna\n');
      change(password, 'first\n');
      overrideEnvironment({ ...base, MAIL_USER_FILE: user, MAIL_PASSWORD_FILE: password, MAIL_PORT: '25' });
      expect(values()).toEqual(former);
    });

    it('gives the new value from then on, and says which settings changed', async () => {
      const told: (readonly string[])[] = [];
      const forget = settingFiles.whenChanged((settings) => told.push(settings));
      change(password, 'second\n');
      settingFiles.look();
      expect(values()).toEqual({ ...former, password: 'second' });
      await Promise.resolve();
      expect(told).toEqual([['MAIL_PASSWORD']]);
      forget();
    });

    it('changes nothing while one value is wrong, and all of them when it is put right', () => {
      change(user, 'berta\n');
      change(password, 'no\n');
      settingFiles.look();
      expect(values()).toEqual(former);
      expect(refusedSettings()).toEqual([expect.stringContaining('MAIL_PASSWORD')]);
      expect(refusedSettings().join()).not.toContain('no\n');
      change(password, 'second\n');
      settingFiles.look();
      expect(values()).toEqual({ user: 'berta', password: 'second', port: 25 });
      expect(refusedSettings()).toEqual([]);
    });

    it('keeps what a file said that is gone or was emptied', () => {
      rmSync(user);
      settingFiles.look();
      expect(values()).toEqual(former);
      change(user, '');
      settingFiles.look();
      expect(values()).toEqual(former);
      change(user, 'carla');
      settingFiles.look();
      rereadSettings();
      expect(values()).toEqual({ ...former, user: 'carla' });
    });
  });

  it('takes an empty variable as absent', () => {
    overrideEnvironment({ ...base, TICKET_SECRET: '' });
    expect(defineConfig({ ticketSecret: z.string().default('none') }).ticketSecret).toBe('none');
  });

  it('names every wrong variable at once and shows no value', () => {
    overrideEnvironment({
      SERVICE_INTERNAL_PORT: 'seventy',
      LOG_LEVEL: 'loud-s3cret',
      TICKET_SECRET_FILE: join(folder, 'missing'),
    });
    const config = defineConfig({ ticketSecret: z.string(), vaultKeys: z.string() });
    let caught: unknown;
    try {
      requireConfig(config);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ConfigError);
    const { problems, message } = caught as ConfigError;
    expect(problems).toHaveLength(4);
    expect(message).toContain('SERVICE_INTERNAL_PORT');
    expect(message).toContain('LOG_LEVEL');
    expect(message).toContain("TICKET_SECRET_FILE: the file can't be read (ENOENT)");
    expect(message).toContain('VAULT_KEYS is missing');
    expect(message).not.toContain('s3cret');
  });

  it('reads nothing before it is used, so that importing it never fails', () => {
    overrideEnvironment({ SERVICE_INTERNAL_PORT: '' });
    const config = defineConfig({ vaultKeys: z.string() });
    overrideEnvironment({ ...base, VAULT_KEYS: 'k' });
    expect(config.vaultKeys).toBe('k');
  });
});
