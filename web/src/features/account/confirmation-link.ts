import type { User } from '@postloom/contracts';

/** How long a link works that confirms an address: three days. */
const LINK_LIFE = 3 * 86_400_000;

/** How another mail is offered to somebody who has not confirmed the address yet: what came after signing up may still work. */
export function offerOfLink({ createdAt }: Pick<User, 'createdAt'>, now: number): string {
  return now - Date.parse(createdAt) > LINK_LIFE ? 'Send a new link' : 'Send again';
}
