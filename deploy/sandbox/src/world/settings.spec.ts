import { describe, expect, it } from '@jest/globals';
import { changedSettings, defaultSettings, SettingsError } from './settings.ts';

const current = defaultSettings();
const wrong: Readonly<Record<string, unknown>> = { boolean: 'yes', number: -1, string: 7, object: 'http://localhost' };
const all: readonly (readonly [string, unknown])[] = Object.entries(current);

describe('settings', () => {
  it.each(all)('%s takes its own value, and none of another kind', (name, value) => {
    expect(changedSettings(current, { [name]: value })).toEqual(current);
    expect(() => changedSettings(current, { [name]: wrong[typeof value] })).toThrow(SettingsError);
  });

  it('change together or not at all, and only those that there are', () => {
    expect(changedSettings(current, { quotas: 'off', xAccessTokenSeconds: 60 })).toEqual({
      ...current,
      quotas: 'off',
      xAccessTokenSeconds: 60,
    });
    expect(() => changedSettings(current, { quotas: 'off', xAccessTokenSecond: 60 })).toThrow(
      /Unknown setting 'xAccessTokenSecond'. Known are: quotas, .*tiktokAudited/,
    );
    expect(() => changedSettings(current, null)).toThrow(SettingsError);
  });
});
