import { ConfigError, environmentName } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import { z } from 'zod';
import type { AppSettings, PlatformDefinition } from './definition.ts';
import type { PlatformTiming } from './platform.port.ts';

/** An address without trailing slashes. */
export const address = z.url().transform((value) => value.replace(/\/+$/, ''));

/** `apiUrl` of X is the key `xApiUrl`, read from `X_API_URL`. */
function keyOf(definition: PlatformDefinition, name: string): string {
  const prefix = platformRules[definition.id].settingsPrefix.toLowerCase();
  return `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** What a platform reads from the environment, for `defineConfig`. */
export function settingsShape(definition: PlatformDefinition): Record<string, z.ZodType> {
  const text = z.string().default('');
  const own: Record<string, z.ZodType> = { clientId: text, clientSecret: text, ...definition.settings };
  for (const name of Object.keys(definition.addresses)) {
    own[name] = address.optional();
  }
  return Object.fromEntries(Object.entries(own).map(([name, schema]) => [keyOf(definition, name), schema]));
}

/**
 * What is configured for a platform. Addresses default to the real ones, except for the one that receives the app's secret: an installation
 * that overrides any address of the platform must set that one too. @throws {ConfigError} when it is missing
 */
export function settingsOf(definition: PlatformDefinition, config: object, timing: PlatformTiming): AppSettings {
  const values = config as Readonly<Record<string, unknown>>;
  const given = (name: string): unknown => values[keyOf(definition, name)];
  const nameOf = (name: string): string => environmentName(keyOf(definition, name));
  const names = Object.keys(definition.addresses);
  const elsewhere = names.find((name) => given(name) !== undefined);
  if (elsewhere !== undefined && given(definition.tokenAddress) === undefined) {
    throw new ConfigError([
      `${nameOf(definition.tokenAddress)} is missing: ${nameOf(elsewhere)} is set, so the app's secret must not go to the real platform`,
    ]);
  }
  const own = ['clientId', 'clientSecret', ...Object.keys(definition.settings)].map((name) => [name, given(name)]);
  return {
    ...definition.addresses,
    ...Object.fromEntries(names.filter((name) => given(name) !== undefined).map((name) => [name, given(name)])),
    ...Object.fromEntries(own),
    timing,
    origin: null,
  } as AppSettings;
}
