/** Seconds until the next try after this many failures; null when it is given up (after about a day). */
export function nextTryInSeconds(failures: number): number | null {
  const waits = [10, 60, 300, 900, 3_600, 10_800, 21_600, 43_200];
  return waits[failures - 1] ?? null;
}

/**
 * A refusal that retrying cannot change (5xx: no such mailbox, refused for policy). Failing to connect, log in or finish is worth another
 * try; so is 4xx, by its definition.
 */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  const isAboutThisMail = typeof command === 'string' && /^(MAIL FROM|RCPT TO|DATA)/.test(command);
  return isAboutThisMail && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}

/** 'ECONNECTION', 'EENVELOPE 550': the kind of failure, without the server's text, which quotes addresses. */
export function failureName(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
