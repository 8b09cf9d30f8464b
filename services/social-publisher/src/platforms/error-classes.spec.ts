import { describe, expect, it } from '@jest/globals';
import type { OutboundResponse } from '@postloom/chassis';
import { graphBudget, graphFailure, graphProblem } from './graph/graph-errors.ts';
import { containerFailure, quotaProblem } from './instagram/instagram-answers.ts';
import { duplicateOf, linkedInProblem, secondsToMidnight } from './linkedin/linkedin-errors.ts';
import type { PlatformProblem } from './platform.port.ts';
import { envelopeOf } from './tiktok/tiktok-client.ts';
import { failureProblem, tiktokProblem } from './tiktok/tiktok-errors.ts';
import { xBudget, xProblem } from './x/x-errors.ts';

/** The platforms' documented error codes and rate headers: each row as what we do next. */

const nowMs = Date.UTC(2026, 10, 20, 22, 0, 0);

function answer(status: number, body: unknown, headers: Record<string, string> = {}): OutboundResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers,
    bytes: () => Buffer.from(text),
    text: () => text,
    json: () => JSON.parse(text) as unknown,
  };
}

function graph(
  code: number,
  subcode?: number,
  more: object = {},
  headers: Record<string, string> = {},
): PlatformProblem {
  const error = { message: '(#1) said', type: 'OAuthException', code, error_subcode: subcode, ...more };
  const response = answer(400, { error }, headers);
  const failure = graphFailure(response);
  if (failure === null) {
    throw new Error('no failure');
  }
  return graphProblem('Instagram', failure, headers);
}

/** A sentence for a person: begins with the platform, ends like a sentence, and contains nothing technical beyond a code. */
function expectSentence(problem: PlatformProblem, label: string): void {
  expect(problem.message).toMatch(new RegExp(`^(${label}|The |The ${label}).*[.]$`, 's'));
  expect(problem.message).not.toMatch(/undefined|null|\[object|OAuthException/);
}

describe('Meta', () => {
  const rows: [number, number | undefined, PlatformProblem['kind']][] = [
    [190, undefined, 'reconnect'],
    [190, 458, 'reconnect'],
    [190, 459, 'reconnect'],
    [190, 460, 'reconnect'],
    [190, 463, 'reconnect'],
    [190, 464, 'reconnect'],
    [190, 467, 'reconnect'],
    [190, 492, 'reconnect'],
    [102, undefined, 'reconnect'],
    [10, undefined, 'reconnect'],
    [3, undefined, 'reconnect'],
    [200, undefined, 'reconnect'],
    [299, undefined, 'reconnect'],
    [4, undefined, 'wait'],
    [17, undefined, 'wait'],
    [32, undefined, 'wait'],
    [341, undefined, 'wait'],
    [613, undefined, 'wait'],
    [80001, undefined, 'wait'],
    [80002, undefined, 'wait'],
    [80004, undefined, 'wait'],
    [9, 2207042, 'wait'],
    [4, 2207051, 'restricted'],
    [25, 2207050, 'restricted'],
    [368, undefined, 'restricted'],
    [36000, 2207004, 'refused'],
    [36001, 2207005, 'refused'],
    [36003, 2207009, 'refused'],
    [36004, 2207010, 'refused'],
    [352, 2207026, 'refused'],
    [100, 2207028, 'refused'],
    [100, 2207040, 'refused'],
    [100, 2207023, 'refused'],
    [100, 33, 'refused'],
    [9004, 2207052, 'transient'],
    [9007, 2207027, 'transient'],
    [24, 2207008, 'stale'],
    [24, 2207006, 'stale'],
    [-2, 2207003, 'transient'],
    [-2, 2207020, 'stale'],
    [-1, 2207001, 'transient'],
    [-1, 2207032, 'transient'],
    [-1, 2207053, 'transient'],
    [1, undefined, 'transient'],
    [2, undefined, 'transient'],
    [506, 1455006, 'duplicate'],
    [1609005, undefined, 'refused'],
    [389, undefined, 'transient'],
    [382, undefined, 'refused'],
    [324, undefined, 'refused'],
    [100, 1366046, 'refused'],
    [368, 1390008, 'wait'],
    [100, 1390008, 'wait'],
    [200, 1404078, 'restricted'],
    [100, 1366051, 'duplicate'],
    [100, 1609008, 'refused'],
    [12345, undefined, 'refused'],
  ];
  it.each(rows)('%i/%s is %s', (code, subcode, kind) => {
    const problem = graph(code, subcode);
    expect(problem.kind).toBe(kind);
    expectSentence(problem, 'Instagram');
  });

  it.each([
    [1609005, undefined],
    [100, 1609005],
  ])('%i/%s is a bad link', (code, subcode) => {
    expect(graph(code, subcode)).toMatchObject({
      kind: 'refused',
      message: 'Instagram refused a link in the text. Check it or leave it out, then retry.',
    });
  });

  it('anything that Meta calls transient is', () => {
    expect(graph(12345, undefined, { is_transient: true }).kind).toBe('transient');
  });

  it('a limit lasts as long as Meta says, in minutes', () => {
    const usage = { '17': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 7 }] };
    const headers = { 'x-business-use-case-usage': JSON.stringify(usage) };
    expect(graph(80001, undefined, {}, headers)).toMatchObject({ kind: 'wait', seconds: 420, scope: 'account' });
    expect(graph(4)).toMatchObject({ kind: 'wait', seconds: 3_600, scope: 'app' });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown> | null, object | null]>([
    ['nothing above 80 %', { call_count: 79, total_time: 3, total_cputime: 9 }, null, null],
    ['slower from 80 %', { call_count: 3, total_time: 80, total_cputime: 9 }, null, { scope: 'app', seconds: 15 }],
    ['stop at 100 %', { call_count: 3, total_time: 9, total_cputime: 100 }, null, { scope: 'app', seconds: 3_600 }],
    ['account slower', {}, { call_count: 85 }, { scope: 'account', seconds: 15 }],
    ['account at 100 %', {}, { total_time: 100 }, { scope: 'account', seconds: 3_600 }],
    ['until regained', {}, { estimated_time_to_regain_access: 3 }, { scope: 'account', seconds: 180 }],
  ])('usage headers: %s', (_name, app, account, note) => {
    const headers: Record<string, string> = { 'x-app-usage': JSON.stringify(app) };
    if (account !== null) {
      headers['x-business-use-case-usage'] = JSON.stringify({ '17': [account] });
    }
    expect(graphBudget(headers)).toEqual(note);
  });

  it('a malformed usage header says nothing', () => {
    expect(graphBudget({ 'x-app-usage': '{', 'x-business-use-case-usage': '[]' })).toBeNull();
  });

  it('a container that failed is made anew, unless the picture is to blame', () => {
    expect(containerFailure('Error: 2207032 try again')).toMatchObject({ kind: 'stale' });
    expect(containerFailure('Error: Media expired 2207020')).toMatchObject({ kind: 'stale' });
    expect(containerFailure('2207052 could not fetch')).toMatchObject({ kind: 'stale' });
    expect(containerFailure('Error: 2207004')).toMatchObject({ kind: 'refused' });
  });

  it('the quota is the account’s own figure', () => {
    const limit = (quota_usage: number, quota_total: number) => ({ data: [{ quota_usage, config: { quota_total } }] });
    expect(quotaProblem(limit(24, 25))).toBeNull();
    expect(quotaProblem(limit(25, 25))).toMatchObject({ kind: 'wait', scope: 'account' });
    expect(quotaProblem({ data: [] })).toBeNull();
  });
});

describe('X', () => {
  const type = (name: string): string => `https://api.twitter.com/2/problems/${name}`;
  const rows: [string, number, object, PlatformProblem['kind']][] = [
    ['a dead token', 401, { title: 'Unauthorized', type: 'about:blank', status: 401 }, 'reconnect'],
    ['a missing scope', 403, { type: type('not-authorized-for-resource') }, 'reconnect'],
    ['an app without access', 403, { type: type('client-not-enrolled') }, 'setup'],
    ['an app that is forbidden', 403, { type: type('client-forbidden') }, 'setup'],
    ['the wrong authentication', 403, { type: type('unsupported-authentication') }, 'setup'],
    ['OAuth 1 permissions', 403, { type: type('oauth1-permissions') }, 'setup'],
    ['a duplicate', 403, { detail: 'You are not allowed to create a Tweet with duplicate content.' }, 'duplicate'],
    ['a duplicate by code', 403, { errors: [{ code: 187, message: 'Status is a duplicate.' }] }, 'duplicate'],
    ['a generic refusal', 403, { detail: 'You are not permitted to perform this action.' }, 'refused'],
    ['a suspended account', 403, { type: type('user-suspended') }, 'restricted'],
    ['a locked account', 403, { errors: [{ code: 326, message: 'locked' }] }, 'restricted'],
    ['credits used up', 402, { title: 'CreditsDepleted', detail: 'CreditsDepleted' }, 'wait'],
    ['the monthly cap', 429, { type: type('usage-capped') }, 'wait'],
    ['a rate limit', 429, { title: 'Too Many Requests', status: 429 }, 'wait'],
    ['a rate limit by code', 429, { errors: [{ code: 88, message: 'Rate limit exceeded' }] }, 'wait'],
    ['a bad request', 400, { type: type('invalid-request'), detail: 'parameters were invalid' }, 'refused'],
    ['a media id that is gone', 400, { detail: 'Your media IDs are invalid.' }, 'stale'],
    ['a server error', 503, {}, 'transient'],
  ];
  it.each(rows)('%s (%i) is %s', (_name, status, body, kind) => {
    const problem = xProblem(answer(status, body), nowMs);
    expect(problem.kind).toBe(kind);
    expectSentence(problem, 'X');
  });

  it('the window that ends last counts, and whose it is', () => {
    const reset = (seconds: number): string => String(nowMs / 1_000 + seconds);
    expect(xBudget({ 'x-rate-limit-remaining': '1', 'x-rate-limit-reset': reset(60) }, nowMs)).toBeNull();
    const headers = {
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': reset(600),
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': reset(7_200),
      'x-user-limit-24hour-remaining': '3',
      'x-user-limit-24hour-reset': reset(80_000),
    };
    expect(xBudget(headers, nowMs)).toEqual({ scope: 'app', seconds: 7_200 });
    expect(xProblem(answer(429, {}, headers), nowMs)).toMatchObject({ kind: 'wait', seconds: 7_200, scope: 'app' });
    expect(xProblem(answer(429, {}), nowMs)).toMatchObject({ kind: 'wait', seconds: 900, scope: 'account' });
  });
});

describe('LinkedIn', () => {
  const rows: [number, string, string, PlatformProblem['kind']][] = [
    [401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 'reconnect'],
    [401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 'reconnect'],
    [401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 'reconnect'],
    [403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE.20260901', 'reconnect'],
    [422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:6844785523593134080', 'duplicate'],
    [409, 'CONFLICT', 'Content is a duplicate of urn:li:share:6844785523593134080', 'duplicate'],
    [409, 'CONFLICT', 'Conflict', 'transient'],
    [400, 'FIELD_LENGTH_TOO_LONG', 'too long', 'refused'],
    [400, 'INVALID_VALUE_FOR_FIELD', 'invalid', 'refused'],
    [400, 'MISSING_FIELD', 'missing', 'refused'],
    [400, 'INVALID_URN_ID', 'invalid', 'refused'],
    [400, 'INVALID_IMAGE_ID', 'invalid', 'refused'],
    [413, 'REQUEST_TOO_LARGE', 'large', 'refused'],
    [415, 'UNSUPPORTED', 'type', 'refused'],
    [400, 'MEDIA_ASSET_PROCESSING_FAILED', 'failed', 'refused'],
    [400, 'MEDIA_ASSET_WAITING_UPLOAD', 'waiting', 'stale'],
    [400, 'EXPIRED_UPLOAD_URL', 'expired', 'stale'],
    [400, 'MEDIA_ASSET_PROCESSING', 'processing', 'transient'],
    [426, 'NONEXISTENT_VERSION', 'Requested version 20240901 is not active', 'setup'],
    [400, 'VERSION_MISSING', 'A version must be present', 'setup'],
    [429, 'TOO_MANY_REQUESTS', 'Resource level throttle limit for calls to this resource is reached.', 'wait'],
    [500, 'INTERNAL', 'oops', 'transient'],
    [503, 'UNAVAILABLE', 'oops', 'transient'],
    [504, 'TIMEOUT', 'oops', 'transient'],
  ];
  it.each(rows)('%i %s (%s) is %s', (status, code, message, kind) => {
    const problem = linkedInProblem(answer(status, { status, code, message }), nowMs);
    expect(problem.kind).toBe(kind);
    expectSentence(problem, 'LinkedIn');
  });

  it('the older error shape without a code is understood', () => {
    const body = { message: 'Empty oauth2_access_token', serviceErrorCode: 401, status: 401 };
    expect(linkedInProblem(answer(401, body), nowMs)).toMatchObject({ kind: 'reconnect', code: 'http_401' });
  });

  it('a quota lasts until midnight UTC, unless LinkedIn names an end', () => {
    expect(secondsToMidnight(nowMs)).toBe(7_200);
    expect(secondsToMidnight(Date.UTC(2026, 10, 20))).toBe(86_400);
    const busy = { status: 429, code: 'TOO_MANY_REQUESTS', message: 'busy' };
    expect(linkedInProblem(answer(429, busy), nowMs)).toMatchObject({ seconds: 7_200, earlyTrySeconds: 300 });
    expect(linkedInProblem(answer(429, busy, { 'retry-after': '90' }), nowMs)).toMatchObject({ seconds: 90 });
  });

  it.each([
    ['Content is a duplicate of urn:li:share:6844785523593134080', 'urn:li:share:6844785523593134080'],
    ['Content is a duplicate of urn:li:ugcPost:7012.', 'urn:li:ugcPost:7012'],
    ['Duplicate post is detected', null],
  ])('the first post is named: %s', (message, urn) => {
    expect(duplicateOf(answer(422, { code: 'DUPLICATE_POST', message }))).toBe(urn);
  });
});

describe('TikTok', () => {
  const rows: [string, PlatformProblem['kind']][] = [
    ['access_token_invalid', 'reconnect'],
    ['scope_not_authorized', 'reconnect'],
    ['scope_permission_missed', 'reconnect'],
    ['rate_limit_exceeded', 'wait'],
    ['spam_risk_too_many_posts', 'wait'],
    ['spam_risk_too_many_pending_share', 'wait'],
    ['reached_active_user_cap', 'wait'],
    ['spam_risk_user_banned_from_posting', 'restricted'],
    ['spam_risk', 'restricted'],
    ['unaudited_client_can_only_post_to_private_accounts', 'setup'],
    ['url_ownership_unverified', 'setup'],
    ['app_version_check_failed', 'restricted'],
    ['privacy_level_option_mismatch', 'stale'],
    ['invalid_param', 'refused'],
    ['invalid_params', 'refused'],
    ['invalid_publish_id', 'refused'],
    ['token_not_authorized_for_specified_publish_id', 'refused'],
    ['internal_error', 'transient'],
  ];
  it.each(rows)('%s is %s', (code, kind) => {
    const problem = tiktokProblem(code, 'Something was wrong');
    expect(problem.kind).toBe(kind);
    expectSentence(problem, 'TikTok');
  });

  const reasons: [string, PlatformProblem['kind']][] = [
    ['file_format_check_failed', 'refused'],
    ['picture_size_check_failed', 'refused'],
    ['photo_pull_failed', 'transient'],
    ['video_pull_failed', 'transient'],
    ['publish_cancelled', 'refused'],
    ['auth_removed', 'reconnect'],
    ['spam_risk_text', 'refused'],
    ['spam_risk_too_many_posts', 'wait'],
    ['spam_risk_user_banned_from_posting', 'restricted'],
    ['spam_risk', 'restricted'],
    ['internal', 'transient'],
    ['something_new', 'refused'],
  ];
  it.each(reasons)('failed for %s: %s', (reason, kind) => {
    const problem = failureProblem(reason);
    expect(problem.kind).toBe(kind);
    expectSentence(problem, 'TikTok|The post was cancelled in TikTok');
  });

  it('post ids above 2^53 lose no digit, and text that looks like them is left alone', () => {
    const text =
      '{"data":{"publicaly_available_post_id":[7512345678901234567],"n":12,"t":"[7512345678901234567]"},"error":{"code":"ok","message":""}}';
    expect(envelopeOf(answer(200, text))?.data).toEqual({
      publicaly_available_post_id: ['7512345678901234567'],
      n: 12,
      t: '[7512345678901234567]',
    });
    expect(envelopeOf(answer(200, '<html>'))).toBeNull();
    expect(envelopeOf(answer(200, { data: {} }))).toBeNull();
  });
});

describe('how long a platform silences us', () => {
  it('is a day at most, also when a header counts in another unit', () => {
    const inMilliseconds = String(nowMs + 900_000);
    for (const problem of [
      xProblem(answer(429, {}, { 'x-rate-limit-reset': inMilliseconds }), nowMs),
      linkedInProblem(answer(429, {}, { 'retry-after': inMilliseconds }), nowMs),
      graph(
        4,
        undefined,
        {},
        { 'x-business-use-case-usage': JSON.stringify({ '17': [{ estimated_time_to_regain_access: nowMs }] }) },
      ),
    ]) {
      expect(problem).toMatchObject({ kind: 'wait', seconds: 86_400 });
    }
  });
});

describe('what a platform says', () => {
  it('is never passed on with something that may be a secret', () => {
    const token = 'act.Xy12345678901234567890abcdefghijklmnop';
    for (const problem of [
      tiktokProblem('invalid_params', `Bad token ${token} in request`),
      linkedInProblem(answer(400, { code: 'X', message: `Bad token ${token}` }), nowMs),
      xProblem(answer(400, { detail: `Bad token ${token}` }), nowMs),
      graph(12345, undefined, { error_user_msg: `Bad token ${token}` }),
      graph(324, undefined, { error_user_msg: `Bad token ${token}` }),
    ]) {
      expect(problem.message).toMatch(/Bad token …/);
      expect(JSON.stringify(problem)).not.toContain(token);
    }
  });
});

describe('a picture that a platform refuses without a reason', () => {
  it.each([
    ['X', xProblem(answer(400, { detail: 'Your media could not be used.' }), nowMs)],
    ['LinkedIn', linkedInProblem(answer(400, { code: 'INVALID_IMAGE_ID' }), nowMs)],
    ['LinkedIn', linkedInProblem(answer(400, { code: 'MEDIA_ASSET_PROCESSING_FAILED' }), nowMs)],
  ])('is to be replaced: it may well be a JPEG (%s)', (_, problem) => {
    expect(problem.message).toMatch(/it could not be (used|processed)\. Choose another photo, or try again\.$/);
  });
});
