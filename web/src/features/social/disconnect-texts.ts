/** Texts of what asks before an account is disconnected: nothing else says them. */
export const disconnectTexts = {
  /** `account`: null where it is not one alone. */
  question: (account: string | null, platform: string) =>
    account === null ? `Disconnect ${platform}?` : `Disconnect ${account} on ${platform}?`,
  accountOf: (business: string, platform: string) => `This is the ${platform} account of ${business}.`,
  publishedStays: 'What is already published stays.',
  nothingWaits: 'Nothing is scheduled for it.',
  waits: (what: string, isOne: boolean) =>
    `${what} will wait until you connect it again or decide to send ${isOne ? 'it' : 'them'} from another account.`,
  /** What waits for an account that was replaced. */
  waitsAnyway: (what: string, account: string) => `Nothing changes for ${what} planned for ${account}.`,
  done: (platform: string) => `${platform} disconnected successfully`,
  failed: 'Failed to disconnect account. Please try again.',
} as const;
