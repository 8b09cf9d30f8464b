import { plural } from '#lib/words.ts';

export const socialTexts = {
  reconnect: (account: string, platform: string) =>
    `Postloom lost access to ${account} on ${platform}. Reconnect it: posts wait for a few hours, then they fail, and you can send them again.`,
  expiring: (account: string, platform: string) =>
    `The connection to ${account} on ${platform} ends soon, and only you can renew it. Reconnect it to keep posting.`,
  /** `days` is null while nobody knows when. */
  endsIn: (days: number | null) => {
    if (days === null) {
      return 'Ends soon';
    }
    return days <= 1 ? 'Ends within a day' : `Ends in ${plural(days, 'day')}`;
  },
  connectedCount: (accounts: number) => `${plural(accounts, 'account')} connected`,
  toReconnect: (accounts: number) => `${accounts} to reconnect`,
  howToConnect: 'No technical setup needed: click Connect and approve Postloom in the window that opens.',
  /** The doctor's verdict. */
  verdict: {
    ok: (platform: string) => `Everything works. Posts can go to ${platform}.`,
    attention: (platform: string) => `Posts go to ${platform}, but something needs your attention.`,
    broken: (platform: string) => `Posts can’t go to ${platform} until this is fixed.`,
    notConnected: (platform: string) => `No ${platform} account is connected yet.`,
  },
  notSetUp: (platform: string) => `${platform} is not set up on this installation yet.`,
  /** Of a platform without an account. */
  postsWait: (posts: number) =>
    `${plural(posts, 'scheduled post')} ${posts === 1 ? 'is waiting for its' : 'are waiting for their'} account.`,
  /** About posts that wait for an account which was replaced by another. */
  replaced: {
    question: (what: string, to: string) => `Send ${what} from ${to}?`,
    why: (account: string, isOne: boolean) =>
      isOne
        ? `It was planned for ${account}, which is no longer connected.`
        : `They were planned for ${account}, which is no longer connected.`,
    answers: (account: string, platform: string) =>
      `Yes: anything overdue goes out now, everything else at its scheduled time. No: nothing is sent until ${account} is connected to ${platform} again. You can change your answer where you manage your accounts.`,
    yes: (isOne: boolean) => `Yes, send ${isOne ? 'it' : 'them'}`,
    no: (isOne: boolean) => `No, let ${isOne ? 'it' : 'them'} wait`,
    connected: 'Connected',
    notConnected: 'Not connected',
    plannedFor: (account: string, to: string, isOne: boolean) =>
      `${isOne ? 'was' : 'were'} planned for ${account}. Connected now: ${to}.`,
    moved: (what: string, to: string) => `Now from ${to}: ${what}`,
    kept: (account: string) => `Kept for ${account}`,
    keptUntil: 'Nothing goes out until it is connected again.',
    failed: 'Your answer could not be saved. Please try again.',
  },
} as const;
