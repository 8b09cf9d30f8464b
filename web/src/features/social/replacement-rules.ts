import type { AccountReplacement, Platform, SocialAccount } from '@postloom/contracts';
import { platformRules } from '#lib/contract-data.ts';
import { listOf, plural } from '#lib/words.ts';

/** An account that was replaced, with what waits for it, in words. */
export type Question = {
  platform: Platform;
  fromAccountId: string;
  toAccountId: string;
  /** What waits was planned for it; null when its name is not known any more. */
  from: string | null;
  to: string;
  /** '12 posts and 1 schedule' */
  what: string;
  posts: number;
  schedules: number;
  isOne: boolean;
  isOpen: boolean;
};

function counted(count: number, one: string): string[] {
  return count === 0 ? [] : [plural(count, one)];
}

/** The questions about replaced accounts, the unanswered ones first. */
export function questionsOf(
  replacements: readonly AccountReplacement[],
  accounts: readonly Pick<SocialAccount, 'id' | 'accountName'>[],
): readonly Question[] {
  return replacements
    .map(({ platform, from, to, posts, schedules, decision }) => ({
      ...{ platform, fromAccountId: from.accountId, toAccountId: to.accountId },
      from: from.accountName,
      to:
        to.accountName ??
        accounts.find(({ id }) => id === to.accountId)?.accountName ??
        `your ${platformRules[platform].name} account`,
      ...{ posts, schedules },
      what: listOf([...counted(posts, 'waiting post'), ...counted(schedules, 'recurring schedule')]),
      isOne: posts + schedules === 1,
      isOpen: decision === 'open',
    }))
    .toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
}

/** The account they wait for, also where its name is not known. */
export function ownAccount({ from, platform }: Pick<Question, 'from' | 'platform'>): string {
  return from ?? `the former ${platformRules[platform].name} account`;
}
