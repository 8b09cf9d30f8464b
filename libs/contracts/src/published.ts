import { z } from 'zod';
import {
  altTextRpc,
  captionsEvents,
  captionsRpc,
  changeRpc,
  generationRpc,
  voicePreviewRpc,
} from './captions/index.ts';
import {
  analyticsRpc,
  reportBrandRpc,
  reportFileRpc,
  reportMailRpc,
  reportRpc,
  reportShareRpc,
} from './analytics/index.ts';
import { attentionRpc } from './attention/index.ts';
import { bringBackRpc } from './exports/index.ts';
import {
  billingRpc,
  deletionEvents,
  deletionRpc,
  erasureReceipts,
  accountChangeRpc,
  auditRpc,
  identityEvents,
  identityRpc,
  notificationEvents,
  notificationRpc,
  openidRpc,
  secondStepRpc,
} from './identity/index.ts';
import type { EventContract, RpcContract } from './kernel/index.ts';
import {
  albumEvents,
  albumRpc,
  exportEvents,
  exportRpc,
  importDataEvents,
  importDataRpc,
  mediaEvents,
  mediaRpc,
  reportLogoRpc,
  transferRpc,
} from './media/index.ts';
import {
  callbackRpc,
  doctorEvents,
  doctorRpc,
  insightEvents,
  publisherEvents,
  publisherRpc,
  sharedAccountRpc,
} from './publisher/index.ts';
import {
  calendarFeedRpc,
  importRpc,
  preflightEvents,
  preflightRpc,
  recurringEvents,
  recurringRpc,
  replacementEvents,
  replacementRpc,
  resolveEvents,
  resolveRpc,
  schedulingEvents,
  schedulingRpc,
  weekRpc,
  starterWeekRpc,
} from './scheduling/index.ts';
import { searchRpc } from './search/index.ts';
import { usageEvents } from './plans/index.ts';

type Json = Record<string, unknown>;

export const rpcContracts: readonly RpcContract[] = [
  identityRpc,
  accountChangeRpc,
  secondStepRpc,
  auditRpc,
  notificationRpc,
  deletionRpc,
  openidRpc,
  billingRpc,
  mediaRpc,
  albumRpc,
  exportRpc,
  transferRpc,
  importDataRpc,
  bringBackRpc,
  captionsRpc,
  altTextRpc,
  voicePreviewRpc,
  changeRpc,
  generationRpc,
  schedulingRpc,
  recurringRpc,
  preflightRpc,
  importRpc,
  starterWeekRpc,
  replacementRpc,
  resolveRpc,
  calendarFeedRpc,
  weekRpc,
  publisherRpc,
  sharedAccountRpc,
  doctorRpc,
  callbackRpc,
  analyticsRpc,
  reportRpc,
  reportFileRpc,
  reportMailRpc,
  reportBrandRpc,
  reportLogoRpc,
  reportShareRpc,
  searchRpc,
  attentionRpc,
].flatMap((group): RpcContract[] => Object.values(group));
export const eventContracts: readonly EventContract[] = [
  identityEvents,
  notificationEvents,
  deletionEvents,
  erasureReceipts,
  mediaEvents,
  albumEvents,
  exportEvents,
  importDataEvents,
  captionsEvents,
  schedulingEvents,
  recurringEvents,
  preflightEvents,
  replacementEvents,
  resolveEvents,
  publisherEvents,
  doctorEvents,
  insightEvents,
  usageEvents,
].flatMap((group): EventContract[] => Object.values(group));

/** The JSON Schemas of every request and event by subject, as `published/*.json` keeps them. */
export function publishedSchemas(): Readonly<Record<string, Json>> {
  return Object.fromEntries([
    ...rpcContracts.map(
      (contract) =>
        [
          contract.subject,
          {
            ...{ input: schema(contract.input, 'input'), output: schema(contract.output, 'output') },
            ...(contract.part && { part: schema(contract.part, 'output') }),
          },
        ] as const,
    ),
    ...eventContracts.map((contract) => [contract.subject, { data: schema(contract.data, 'output') }] as const),
  ]);
}

function schema(type: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json;
}

/**
 * What a consumer of the published schema would lose with the new one; empty when the change is an addition. Within a
 * version these are refused: a property gone or of another type, an input that becomes required, an enum value taken
 * away, an output that may now be absent. A further alternative is an addition only where a new optional input asks for it. An
 * enum value that is added is no loss: readers of events retry what an older build can't read yet, for longer than a rolling
 * update takes.
 */
export function breakingChanges(published: Json, current: Json, io: 'input' | 'output', path = '$'): string[] {
  const problems: string[] = [];
  // An answer that may have another shape for those who ask for it: whoever does not ask gets the one of before.
  const widened = published['anyOf'] === undefined ? list(current['anyOf']) : [];
  if (widened.some((option) => breakingChanges(published, record(option), io, path).length === 0)) {
    return [];
  }
  if (JSON.stringify(published['type']) !== JSON.stringify(current['type'])) {
    problems.push(`${path}: type was ${JSON.stringify(published['type'])}, is ${JSON.stringify(current['type'])}`);
  }
  const before = record(published['properties']);
  const after = record(current['properties']);
  for (const [name, property] of Object.entries(before)) {
    const now = after[name];
    problems.push(
      ...(now === undefined
        ? [`${path}.${name} is gone`]
        : breakingChanges(record(property), record(now), io, `${path}.${name}`)),
    );
  }
  const requiredBefore = new Set(list(published['required']));
  const requiredNow = new Set(list(current['required']));
  const broken =
    io === 'input'
      ? [...requiredNow].filter((name) => !requiredBefore.has(name))
      : [...requiredBefore].filter((name) => !requiredNow.has(name));
  problems.push(
    ...broken.map((name) => `${path}.${String(name)} ${io === 'input' ? 'became required' : 'may now be absent'}`),
  );
  const valuesNow = new Set(list(current['enum']));
  problems.push(
    ...list(published['enum'])
      .filter((value) => !valuesNow.has(value))
      .map((value) => `${path}: ${JSON.stringify(value)} is no longer a value`),
  );
  if (published['items'] !== undefined) {
    problems.push(...breakingChanges(record(published['items']), record(current['items']), io, `${path}[]`));
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = list(current[key]);
    list(published[key]).forEach((option, index) => {
      const fits = options.some((candidate) => breakingChanges(record(option), record(candidate), io).length === 0);
      if (!fits) {
        problems.push(`${path}: alternative ${index + 1} is gone`);
      }
    });
  }
  return problems;
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
