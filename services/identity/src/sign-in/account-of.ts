import type { Tx } from '@postloom/persistence';
import type { CredentialsRepository, SignInRow } from '../credentials/index.ts';
import { addressHash } from '../sessions/index.ts';

/** The account of a person who is known by something else than their address, as sign-in sees it from here; null when it is gone. */
export async function accountOf(
  tx: Tx,
  credentials: CredentialsRepository,
  userId: string,
  address: string,
): Promise<SignInRow | null> {
  const person = await credentials.find(tx, userId);
  return person && credentials.findForSignIn(tx, person.email, addressHash(person.email, address));
}
