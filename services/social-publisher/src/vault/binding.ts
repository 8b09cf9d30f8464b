import type { AssociatedData } from '@postloom/persistence';

/** What a secret belongs to: authenticated, not stored with it. */
export interface Binding {
  readonly businessId: string;
  readonly platform: string;
  /** The server that the secret is for, where accounts live on servers of their own: it opens for no other. */
  readonly origin: string | null;
  /** The account, or the sign-in that is under way. */
  readonly subjectId: string;
}

export function boundTo({ businessId, platform, origin, subjectId }: Binding): AssociatedData {
  // JSON, not joined text: no two bindings may give the same bytes.
  return (kid) =>
    Buffer.from(JSON.stringify([businessId, platform, subjectId, kid, ...(origin === null ? [] : [origin])]));
}
