import { platformSettings } from '../platforms/definitions.ts';
import type { PlatformSettings } from '../platforms/definitions.ts';

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Behavior of the outside world that can be changed while the sandbox runs (`PUT /sandbox/settings`). */
export type SandboxSettings = CommonSettings & Writable<PlatformSettings>;

interface CommonSettings {
  /** `documented`: the platforms' own quotas (50 posts a day, 100 in 15 minutes); `off`: none, for load. */
  quotas: 'documented' | 'off';
  /** `refuse`: identical posts are refused where the platform does so; `allow`: they are not, for controls that must fail. */
  duplicates: 'refuse' | 'allow';
  /** Milliseconds a picture takes, where the platform processes pictures after it has answered. */
  processingMs: number;
  /** Where the platforms send their messages: `.../api/platform-callbacks`; empty: nowhere. */
  webhookUrl: string;
  /** Seconds by which the clock that tokens live by is ahead. */
  clockOffsetSeconds: number;
}

export function defaultSettings(): SandboxSettings {
  return {
    quotas: 'documented',
    duplicates: 'refuse',
    processingMs: 0,
    webhookUrl: '',
    clockOffsetSeconds: 0,
    ...platformSettings,
  };
}

/** The request to change settings is invalid; the message says why. */
export class SettingsError extends Error {}

/** A sentence when a value is wrong, else null. */
type Rule = (name: string, value: unknown) => string | null;

function oneOf(...words: readonly [string, string]): Rule {
  return (name, value) =>
    words.some((word) => word === value) ? null : `${name} must be '${words[0]}' or '${words[1]}'.`;
}

/** Settings with rules of their own; the others accept any value of the type of their initial one. */
const rules: Readonly<Record<string, Rule>> = {
  quotas: oneOf('documented', 'off'),
  duplicates: oneOf('refuse', 'allow'),
  webhookUrl: (name, value) =>
    typeof value === 'string' && (value === '' || /^https?:\/\/[^\s?#]+$/.test(value))
      ? null
      : `${name} must be an http address without a query, or empty.`,
};

function ruleFor(initial: unknown): Rule {
  return (name, value) => {
    switch (typeof initial) {
      case 'boolean':
        return typeof value === 'boolean' ? null : `${name} must be true or false.`;
      case 'number':
        return typeof value === 'number' && value >= 0 ? null : `${name} must be a number, 0 or more.`;
      default:
        return Array.isArray(value) && value.every((one) => typeof one === 'string')
          ? null
          : `${name} must be a list of texts.`;
    }
  };
}

/** Applies a partial change; throws SettingsError and changes nothing when a value is wrong. */
export function changedSettings(current: SandboxSettings, value: unknown): SandboxSettings {
  if (typeof value !== 'object' || value === null) {
    throw new SettingsError('The body must be a JSON object.');
  }
  const initial = new Map<string, unknown>(Object.entries(defaultSettings()));
  for (const [name, item] of Object.entries(value)) {
    if (!initial.has(name)) {
      throw new SettingsError(`Unknown setting '${name}'. Known are: ${[...initial.keys()].join(', ')}.`);
    }
    const problem = (rules[name] ?? ruleFor(initial.get(name)))(name, item);
    if (problem !== null) {
      throw new SettingsError(problem);
    }
  }
  return { ...current, ...(value as Partial<SandboxSettings>) };
}
