import type { Business, Platform, SocialAccount } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { invalidatePaths, messageOr, pageBusiness } from '#lib/api/index.ts';
import { platformRules } from '#lib/contract-data.ts';
import { nameAmongSeveral } from '#data/businesses.ts';
import { limitsQuery } from '#data/limits.ts';
import { socialAccountsQuery } from '#data/social.ts';
import { toast } from '#ui/index.ts';
import { readMissed } from './api/missed-posts.ts';
import { sharedAccountsQuery, sharedWith } from './api/shared-accounts.ts';
import { fetchSetup, type Setup } from './api/setup.ts';
import { openPopup, type PopupNews } from './connect.ts';
import { connectTexts } from './connect-texts.ts';
import { socialTexts } from './texts.ts';

/** The business that an account is connected to. */
export type ConnectingBusiness = Pick<Business, 'id' | 'name' | 'timeZone'>;

/** True, after saying so, when the plan has no room for another account. */
function limitIsMet(client: QueryClient, businessId: string, platform: Platform, onUpgrade: () => void): boolean {
  const limits = client.getQueryData(limitsQuery(businessId).queryKey);
  const accounts = client.getQueryData(socialAccountsQuery(businessId).queryKey) ?? [];
  if (accounts.some((account) => account.platform === platform)) {
    return false;
  }
  if (!limits || limits.accountsLimit < 0 || limits.accountsUsed < limits.accountsLimit) {
    return false;
  }
  toast({
    title: connectTexts.limit.title,
    description: connectTexts.limit.description(limits.accountsLimit, platformRules[platform].name),
    tone: 'error',
    action: { label: 'Upgrade', onSelect: onUpgrade },
  });
  return true;
}

/**
 * Connects an account of a platform to a business through its window. Success is said only when the server shows the account
 * among those of that business, whatever the page shows by then; what the window said is a hint. Gives the missing steps
 * when the platform is not set up here.
 */
export async function connectThroughPopup(
  client: QueryClient,
  business: ConnectingBusiness,
  platform: Platform,
  signal: AbortSignal,
  onUpgrade: () => void,
): Promise<Setup | null> {
  if (limitIsMet(client, business.id, platform, onUpgrade)) {
    return null;
  }
  const { name } = platformRules[platform];
  const former = formerOf(client, business.id, platform);
  const news = await openPopup(platform, business.id, signal);
  if (signal.aborted) {
    return null;
  }
  try {
    if (news?.outcome === 'setup_required') {
      const setup = await fetchSetup(platform);
      if (setup) {
        toast({ title: 'Setup Required', description: socialTexts.notSetUp(name) });
      }
      return setup;
    }
    const now = await client.fetchQuery({ ...socialAccountsQuery(business.id), staleTime: 0 });
    await invalidatePaths(client, ['/api/social', '/api/social-accounts', '/api/user/limits']);
    const account = now.find((one) => one.platform === platform && one.status !== 'reconnect_required');
    if (account && (news?.outcome === 'connected' || account.connectedAt !== former?.connectedAt)) {
      // What it is connected to already is said with it; when that can't be read, the connection stands all the same.
      const shared = await client.fetchQuery({ ...sharedAccountsQuery(business.id), staleTime: 0 }).catch(() => []);
      const missed = former ? await readMissed(client, business, platform) : null;
      const { missed: missedText, see } = connectTexts.connected;
      const ready = connectTexts.connected.ready(account.accountName, name, whose(client, business));
      toast({
        title: platform === 'instagram' ? connectTexts.connected.instagram : connectTexts.connected.other,
        description: [ready, sharedWith(shared, account), missed && missedText(missed.posts)].filter(Boolean).join(' '),
        tone: 'success',
        // A page that shows another business by now would look for them in the wrong one.
        ...(missed &&
          pageBusiness() === business.id && {
            action: { label: see(missed.posts), onSelect: () => navigate(missed.href) },
          }),
      });
    } else {
      toast({ title: connectTexts.failed.title, description: reasonOf(news, name), tone: 'error' });
    }
  } catch (error) {
    toast({
      title: connectTexts.failed.title,
      description: messageOr(error, connectTexts.failed.start(name)),
      tone: 'error',
    });
  }
  return null;
}

/** The business by its name, for who has several: as when the page shows another one by now. */
function whose(client: QueryClient, { id, name }: ConnectingBusiness): string | null {
  return pageBusiness() === id ? nameAmongSeveral(client, id) : name;
}

/** The account that the page knew before, lost or not. */
function formerOf(client: QueryClient, businessId: string, platform: Platform): SocialAccount | undefined {
  const accounts = client.getQueryData(socialAccountsQuery(businessId).queryKey) ?? [];
  return accounts.find((account) => account.platform === platform);
}

function reasonOf(news: PopupNews | null, name: string): string {
  if (!news) {
    return connectTexts.failed.closed(name);
  }
  return news.reason ?? connectTexts.failed.description;
}
