const INCOMING = /\/([0-9a-f-]{36}\/incoming\/[0-9a-f-]{36})$/;

/** The object that an address names, whatever host and query it has; null when it can be none of ours. */
export function objectKeyOf(address: string): string | null {
  const path = URL.parse(address)?.pathname ?? '';
  return INCOMING.exec(path)?.[1] ?? null;
}
