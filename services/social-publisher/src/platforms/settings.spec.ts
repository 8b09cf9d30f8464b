import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@postloom/chassis';
import { platformRules, platforms } from '@postloom/contracts';
import { definitionOf, definitions } from './definitions.ts';
import { settingsOf, settingsShape } from './settings.ts';

const timing = { callTimeoutMs: 1, quarantineMs: 1, pace: null };
const keyOf = (platform: (typeof platforms)[number], name: string): string =>
  `${platformRules[platform].settingsPrefix.toLowerCase()}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

describe('settings of the platforms', () => {
  it('there is a definition for every platform of the contract, in its order', () => {
    expect(definitions.map(({ id }) => id)).toEqual([...platforms]);
  });

  it.each(platforms)('%s: without addresses the real ones', (platform) => {
    const definition = definitionOf(platform);
    expect(settingsOf(definition, {}, timing)).toMatchObject(definition.addresses);
  });

  it.each(
    platforms.flatMap((platform) =>
      Object.keys(definitionOf(platform).addresses).map((name) => [platform, name] as const),
    ),
  )('%s: with %s elsewhere, the secret goes to no real host', (platform, name) => {
    const definition = definitionOf(platform);
    const elsewhere = 'https://stand-in.example';
    const read = () => settingsOf(definition, { [keyOf(platform, name)]: elsewhere }, timing);
    if (name === definition.tokenAddress) {
      expect(read()).toMatchObject({ [name]: elsewhere });
    } else {
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/_URL is missing/);
    }
    const both = { [keyOf(platform, name)]: elsewhere, [keyOf(platform, definition.tokenAddress)]: elsewhere };
    expect(settingsOf(definition, both, timing)).toMatchObject({
      [name]: elsewhere,
      [definition.tokenAddress]: elsewhere,
    });
  });

  it('LinkedIn follows its three addresses', () => {
    expect(Object.keys(settingsShape(definitionOf('linkedin')))).toEqual(
      expect.arrayContaining(['linkedinAuthorizeUrl', 'linkedinTokenUrl', 'linkedinApiUrl']),
    );
  });
});
