import type { Platform, SocialAccount } from '@postloom/contracts';
import { Stethoscope } from 'lucide-react';
import { useScheduledCount } from '#data/posts.ts';
import { platformRules } from '#lib/contract-data.ts';
import { Avatar, Badge, Button, PlatformGlyph } from '#ui/index.ts';
import { stateOf } from '../account-state.ts';
import { socialTexts } from '../texts.ts';

export type AccountRowProps = {
  platform: Platform;
  accounts: readonly SocialAccount[];
  /** Whom an account is connected to as well. */
  sharedWith(account: SocialAccount): string | null;
  isConnected: boolean;
  isConnecting: boolean;
  onConnect(): void;
  onDisconnect(): void;
  onCheck(): void;
};

/** That an account is connected to other businesses as well. */
export function SharedLine({ sentence }: { sentence: string | null }) {
  return sentence ? <p className="text-sm wrap-anywhere">{sentence}</p> : null;
}

/** That posts of a platform wait although no account of it is connected. */
function PostsWait({ platform }: { platform: Platform }) {
  const posts = useScheduledCount(platform);
  return posts ? <p className="text-sm">{socialTexts.postsWait(posts)}</p> : null;
}

/** One platform: who is connected and in what state, and what can be done about it. */
export function AccountRow(props: AccountRowProps) {
  const { platform, accounts, sharedWith, isConnected, isConnecting, onConnect, onDisconnect, onCheck } = props;
  const name = platformRules[platform].longName;
  const now = new Date();
  const states = accounts.map((account) => stateOf(account, now));
  const worst = states.find((state) => state.tone === 'madder') ?? states.find((state) => state.tone === 'weld');
  const known = isConnected || accounts.length > 0;
  const check = {
    variant: 'ghost',
    className: 'text-muted max-sm:-ml-3',
    'aria-label': `Check the connection to ${name}`,
    onClick: onCheck,
    children: (
      <>
        <Stethoscope aria-hidden="true" />
        Check
      </>
    ),
  } as const;
  const connect = {
    variant: worst ? 'primary' : 'soft',
    pending: isConnecting,
    pendingText: 'Connecting...',
    'aria-label': `${worst ? 'Reconnect' : 'Connect'} ${name}`,
    onClick: onConnect,
    children: worst ? 'Reconnect' : 'Connect',
  } as const;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="grid size-9 shrink-0 place-items-center rounded-control border border-line bg-paper">
        <PlatformGlyph platform={platform} className="size-5" />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
          {name}
          {known ? <Badge tone={worst?.tone ?? 'moss'}>{worst?.label ?? 'Connected'}</Badge> : null}
        </p>
        {known ? (
          accounts.map((account) => (
            <p key={account.id} className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
              <Avatar
                src={account.avatarUrl}
                initials={[...account.accountName.replace(/^@/, '')][0]?.toUpperCase() ?? '?'}
                className="size-5 text-xs"
              />
              <span className="truncate">{account.accountName}</span>
            </p>
          ))
        ) : (
          <>
            <p className="text-sm text-muted">Not connected</p>
            <PostsWait platform={platform} />
          </>
        )}
        {accounts.map((account) => (
          <SharedLine key={account.id} sentence={sharedWith(account)} />
        ))}
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-2 sm:col-start-3 sm:justify-end">
        {/* One button through all states: whoever connected by it does not lose the focus with it. */}
        <Button size="sm" {...(known && !worst ? check : connect)} />
        {known ? (
          <>
            {worst ? <Button size="sm" {...check} /> : null}
            <Button
              variant="ghost"
              size="sm"
              className="text-muted hover:text-madder"
              onClick={onDisconnect}
              aria-label={`Disconnect ${name}`}
            >
              Disconnect
            </Button>
          </>
        ) : null}
      </div>
    </li>
  );
}
