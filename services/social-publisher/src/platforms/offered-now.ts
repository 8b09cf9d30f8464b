import type { AccountExamination, ExaminedAccount, SocialPlatform, TokenSet } from './platform.port.ts';

/** What the consent offers today, as when connecting: does it still include the account, and may we post to it? @throws {PlatformError} */
export async function offeredNow(
  adapter: Pick<SocialPlatform, 'label' | 'signIn'>,
  { scopes, grantorId, remoteId }: ExaminedAccount,
  tokens: TokenSet,
): Promise<AccountExamination> {
  const accounts = await adapter.signIn.connectableAccounts({ tokens, scopes, grantorId });
  const account = accounts.find((one) => one.remoteId === remoteId);
  const unusable =
    account === undefined
      ? `${adapter.label} no longer offers this account to the person who connected it. Ask its owner for the role again.`
      : account.unusable;
  return { scopes: null, unusable, quota: null };
}
