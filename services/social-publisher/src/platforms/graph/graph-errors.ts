import { parseForeignJson } from '@postloom/chassis';
import type { OutboundResponse } from '@postloom/chassis';
import { asList, asObject, asText, jsonObject } from '../http-call.ts';
import type { BudgetNote, PlatformProblem } from '../platform.port.ts';
import { appRefused, ownProblem, postRefused } from '../problems.ts';
import { graphErrorRows } from './graph-error-rows.ts';
import type { GraphErrorRow } from './graph-error-rows.ts';

/** The fields of Meta's error body that distinguish errors. */
export interface GraphFailure {
  readonly code: number;
  readonly subcode: number | null;
  readonly isTransient: boolean;
  /** Meta's own sentence for people. */
  readonly userMessage: string | null;
  /** The app's own id or secret was rejected. */
  readonly isAppRefused?: boolean;
}

/** Meta's codes do not distinguish a wrong app id or secret from a passing problem (1 is both): only its message for developers does. */
export function isAppRefusal(message: string | null): boolean {
  return /^(error validating (client secret|application)|invalid platform app)/i.test(message ?? '');
}

/** Null when the answer carries no Graph error: decide by code, never by HTTP status. */
export function graphFailure(response: OutboundResponse): GraphFailure | null {
  const error = asObject(jsonObject(response)?.['error']);
  if (!error || typeof error['code'] !== 'number') {
    return null;
  }
  return {
    code: error['code'],
    subcode: typeof error['error_subcode'] === 'number' ? error['error_subcode'] : null,
    isTransient: error['is_transient'] === true,
    userMessage: asText(error['error_user_msg']),
    isAppRefused: isAppRefusal(asText(error['message'])),
  };
}

const ONE_HOUR = 3_600;

/** Seconds until Meta lets us call again (`estimated_time_to_regain_access` is in minutes); null when nothing is blocked. */
function regainSeconds(headers: Readonly<Record<string, string>>): number | null {
  const usage = parsed(headers['x-business-use-case-usage']);
  if (!usage) {
    return null;
  }
  let minutes = 0;
  for (const entries of Object.values(usage)) {
    for (const entry of asList(entries)) {
      const wait = entry['estimated_time_to_regain_access'];
      if (typeof wait === 'number') {
        minutes = Math.max(minutes, wait);
      }
    }
  }
  return minutes > 0 ? minutes * 60 : null;
}

/** Above this share of a limit we slow down, at 100 % we stop: calling on lengthens the block. */
const SLOW_PERCENT = 80;
const SLOW_SECONDS = 15;

/** What the usage headers of an answer require of us. */
export function graphBudget(headers: Readonly<Record<string, string>>): BudgetNote | null {
  const blocked = regainSeconds(headers);
  if (blocked !== null) {
    return { scope: 'account', seconds: blocked };
  }
  const app = highestPercent([parsed(headers['x-app-usage']) ?? {}]);
  if (app >= 100) {
    return { scope: 'app', seconds: ONE_HOUR };
  }
  const account = highestPercent(
    Object.values(parsed(headers['x-business-use-case-usage']) ?? {}).flatMap((entries) => [...asList(entries)]),
  );
  if (account >= 100) {
    return { scope: 'account', seconds: ONE_HOUR };
  }
  if (app >= SLOW_PERCENT) {
    return { scope: 'app', seconds: SLOW_SECONDS };
  }
  return account >= SLOW_PERCENT ? { scope: 'account', seconds: SLOW_SECONDS } : null;
}

function highestPercent(entries: readonly Readonly<Record<string, unknown>>[]): number {
  let highest = 0;
  for (const entry of entries) {
    for (const name of ['call_count', 'total_time', 'total_cputime']) {
      const percent = entry[name];
      if (typeof percent === 'number') {
        highest = Math.max(highest, percent);
      }
    }
  }
  return highest;
}

function parsed(header: string | undefined): Record<string, unknown> | null {
  if (header === undefined) {
    return null;
  }
  try {
    return asObject(parseForeignJson(header));
  } catch {
    return null; // a malformed usage header says nothing
  }
}

/** A Graph error as what we do next, with a sentence for the person. `label`: 'Instagram' or 'Facebook'. */
export function graphProblem(
  label: string,
  failure: GraphFailure,
  headers: Readonly<Record<string, string>>,
): PlatformProblem {
  const { code, subcode, userMessage } = failure;
  const id = subcode === null ? String(code) : `${code}/${subcode}`;
  if (failure.isAppRefused === true) {
    return appRefused(label, id, 'check its client id and secret');
  }
  const row = graphErrorRows.find((candidate) => covers(candidate, failure));
  if (row) {
    return row.problem({ label, id, code, subcode, userMessage, blockedSeconds: regainSeconds(headers) });
  }
  return failure.isTransient ? ownProblem(label, id) : postRefused(label, id, userMessage);
}

function covers(row: GraphErrorRow, { code, subcode, isTransient }: GraphFailure): boolean {
  if (isTransient && row.yieldsToTransient === true) {
    return false;
  }
  const isCode = row.codes?.some(([first, last]) => code >= first && code <= last) === true;
  const isSubcode = subcode !== null && row.subcodes?.includes(subcode) === true;
  return row.needsBoth === true ? isCode && isSubcode : isCode || isSubcode;
}
