import type { SocialAccount } from '@postloom/contracts';

/** What handles look like; a name that people give a business has capitals or spaces. */
const HANDLE = /^[\p{Ll}\p{N}_.]+$/u;

/**
 * The account's name as feeds show it, without an account a stand-in. Its handle only where that is its name, as of an account that has no
 * other: one that is made up of a name belongs to somebody else.
 */
export function accountNames(account: SocialAccount | undefined): {
  name: string;
  handle: string | null;
  /** For a feed that shows one of the two, by which its people go. */
  handleOrName: string;
  initial: string;
} {
  const given = account?.accountName ?? 'Your account';
  const name = given.replace(/^@/, '');
  const handle = account?.username ?? (given.startsWith('@') || HANDLE.test(name) ? name : null);
  return {
    name,
    handle,
    handleOrName: handle ?? name,
    initial: [...name][0]?.toUpperCase() ?? '?',
  };
}
