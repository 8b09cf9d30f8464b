/** Milliseconds after which no answer counts as none. */
const PATIENCE = 5_000;

/** True when the web origin answers: a browser may believe itself online on a network that leads nowhere. */
export async function originAnswers(): Promise<boolean> {
  if (!navigator.onLine) {
    return false;
  }
  try {
    const { ok } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
    return ok;
  } catch {
    return false;
  }
}
