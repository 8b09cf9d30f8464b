import type { SocialAccount } from '@postloom/contracts';

/** The account's name and its handle, as feeds show them; without an account a stand-in. */
export function accountNames(account: SocialAccount | undefined): { name: string; handle: string; initial: string } {
  const name = (account?.accountName ?? 'Your account').replace(/^@/, '');
  return {
    name,
    handle: name.toLowerCase().replace(/[^\p{L}\p{N}_.]+/gu, ''),
    initial: [...name][0]?.toUpperCase() ?? '?',
  };
}
