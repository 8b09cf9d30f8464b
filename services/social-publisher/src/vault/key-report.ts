import type { KeyUse } from './secrets.claims.ts';

export interface KeyState extends KeyUse {
  readonly state:
    /** New rows are sealed under it. */
    | 'current'
    /** Rows still need it, or it is ready to become the current one. */
    | 'needed'
    /** No row names it: it may be removed from VAULT_KEYS. */
    | 'removable'
    /** Rows name it and it is not in VAULT_KEYS: they can't be opened until it is back. */
    | 'missing';
}

/**
 * The state of each key. A key after the current one that no row names is old and may be removed; a new key that was only added so far
 * looks the same, so the report is read after the new key has become the first. `kids`: those of VAULT_KEYS, the current one first.
 */
export function keyReport(kids: readonly string[], used: readonly KeyUse[]): KeyState[] {
  const [current] = kids;
  const unknown = used.filter((one) => !kids.includes(one.kid)).map((one) => one.kid);
  return [...kids, ...unknown].map((kid) => {
    const { secrets, signIns } = used.find((one) => one.kid === kid) ?? { secrets: 0, signIns: 0 };
    const rows = secrets + signIns;
    if (kid === current) {
      return { kid, secrets, signIns, state: 'current' };
    }
    if (!kids.includes(kid)) {
      return { kid, secrets, signIns, state: 'missing' };
    }
    return { kid, secrets, signIns, state: rows === 0 ? 'removable' : 'needed' };
  });
}
