import { createHash } from 'node:crypto';

/** A sign-in lives ten minutes from start to pick. */
export const FLOW_MINUTES = 10;

/** Stored in place of a state or a pick token. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** PKCE S256. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Whose sign-in it is; all of it must be the same when the person comes back. */
export interface FlowOwner {
  readonly businessId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Fixed by configuration, never by a request's Host. */
export function redirectUriOf(publicUrl: string, platform: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/api/social/${platform}/callback`;
}

/** Why the person came back without a code, as a sentence for them. */
export function refusalSentence(
  label: string,
  cancelledWith: readonly string[],
  query: Readonly<Record<string, string>>,
): string {
  if (cancelledWith.includes(query['error'] ?? '') || query['error_reason'] === 'user_denied') {
    return `You did not allow the connection on ${label}. Nothing was connected.`;
  }
  return `${label} ended the sign-in without connecting. Please try again.`;
}

/** A sentence that lists the missing permissions; null when none is missing. */
export function missingScopesSentence(
  label: string,
  required: readonly string[],
  granted: readonly string[],
): string | null {
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) {
    return null;
  }
  const names = missing.length === 1 ? `the permission ${missing[0]}` : `the permissions ${missing.join(', ')}`;
  return `${label} did not give us ${names}. Connect again and leave everything ticked: without it we can't publish.`;
}
