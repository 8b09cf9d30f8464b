import type { Platform } from '@postloom/contracts';
import { CircleCheck, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { connectedPlatforms, useSocialAccounts, useSocialStatus } from '#data/social.ts';
import { useNamedBusiness, usePageTimeZone } from '#data/page-context.tsx';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { lazily } from '#lib/lazily.ts';
import { texts } from '#lib/texts.ts';
import {
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  ErrorState,
  PlatformGlyph,
  platforms,
  Skeleton,
  SkeletonGroup,
} from '#ui/index.ts';
import { stateOf } from '../account-state.ts';
import { useSharedWith } from '../api/shared-accounts.ts';
import { socialTexts } from '../texts.ts';
import { AccountRow, SharedLine } from './account-row.tsx';
import { ReplacementNotices } from './replacement-notices.tsx';

const ConnectionDoctorDialog = lazily(() => import('./connection-doctor-dialog.tsx'));
const DisconnectDialog = lazily(async () => ({ default: (await import('./disconnect-dialog.tsx')).DisconnectDialog }));

export type SocialAccountsCardProps = {
  title: string;
  connecting: Platform | null;
  onConnect(platform: Platform): void;
  /** The dashboard's panel shows one line while all is well, and the connect buttons while nothing is connected. */
  variant?: 'settings' | 'dashboard';
};

/** The five platforms: connected with their account, or the way to connect. */
export function SocialAccountsCard({ title, connecting, onConnect, variant = 'settings' }: SocialAccountsCardProps) {
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const [leaving, setLeaving] = useState<Platform | null>(null);
  const connected = connectedPlatforms(status.data);
  const [checking, setChecking] = useState<Platform | null>(null);
  const timeZone = usePageTimeZone();
  const business = useNamedBusiness();
  const failed = status.isError || accounts.isError;
  const isDashboard = variant === 'dashboard';
  const known = accounts.data ?? [];
  const sharedWith = useSharedWith(known.length > 0);
  const troubled = known.filter((account) => stateOf(account, new Date()).tone !== 'moss').length;

  // What needs a person has its banner above: here one line is enough.
  const isFolded = isDashboard && !failed && known.length > 0;
  const banner =
    connected.size > 0 || troubled > 0 ? (
      <div className="flex flex-wrap gap-2">
        {connected.size > 0 ? (
          <Banner icon={CircleCheck} className="bg-moss-soft text-moss">
            {socialTexts.connectedCount(connected.size)}
          </Banner>
        ) : null}
        {troubled > 0 ? (
          <Banner icon={TriangleAlert} className="bg-weld-soft text-weld">
            {socialTexts.toReconnect(troubled)}
          </Banner>
        ) : null}
      </div>
    ) : null;

  return (
    <Card aria-labelledby="social-accounts">
      <CardHeader
        id="social-accounts"
        title={title}
        description={isDashboard || !business ? null : texts.forBusiness(business)}
        className={isFolded && !banner ? 'pb-4' : ''}
        action={
          isFolded ? (
            <span className="flex items-center gap-4">
              <span className="flex gap-1.5" aria-hidden="true">
                {platforms
                  .filter((platform) => connected.has(platform))
                  .map((platform) => (
                    <PlatformGlyph key={platform} platform={platform} className="size-4.5" />
                  ))}
              </span>
              <Link
                href="/settings#social-accounts"
                className="rounded-sm py-1 text-sm font-semibold text-woad hover:underline"
              >
                Manage<span className="sr-only"> social accounts</span>
              </Link>
            </span>
          ) : undefined
        }
      />
      {isFolded ? (
        banner ? (
          <CardBody className="grid gap-2">
            {banner}
            {known.map((account) => (
              <SharedLine key={account.id} sentence={sharedWith(account)} />
            ))}
            <ConnectButtons
              offered={platforms.filter((platform) => known.every((account) => account.platform !== platform))}
              connecting={connecting}
              onConnect={onConnect}
            />
          </CardBody>
        ) : null
      ) : (
        <CardBody className="grid gap-4">
          {banner}
          {failed ? (
            <ErrorState
              className="border-0 py-4"
              onRetry={() => {
                void status.refetch();
                void accounts.refetch();
              }}
            />
          ) : !status.data || !accounts.data ? (
            <SkeletonGroup text="Loading your social accounts" className="grid gap-2">
              {platforms.map((platform) => (
                <Skeleton key={platform} className="h-14" />
              ))}
            </SkeletonGroup>
          ) : connected.size === 0 && isDashboard && known.length === 0 ? (
            <NothingConnected connecting={connecting} onConnect={onConnect} />
          ) : (
            <>
              {connected.size === 0 && known.length === 0 ? (
                <p className="rounded-control bg-woad-soft px-3 py-2 text-sm">{socialTexts.howToConnect}</p>
              ) : null}
              {isDashboard ? null : <ReplacementNotices show="all" />}
              <ul className="grid divide-y divide-line">
                {platforms.map((platform) => (
                  <AccountRow
                    key={platform}
                    platform={platform}
                    accounts={known.filter((account) => account.platform === platform)}
                    sharedWith={sharedWith}
                    isConnected={connected.has(platform)}
                    isConnecting={connecting === platform}
                    onConnect={() => onConnect(platform)}
                    onDisconnect={() => setLeaving(platform)}
                    onCheck={() => setChecking(platform)}
                  />
                ))}
              </ul>
            </>
          )}
        </CardBody>
      )}
      <Suspense fallback={null}>
        {checking ? (
          <ConnectionDoctorDialog
            platform={checking}
            timeZone={timeZone}
            connecting={connecting}
            onConnect={onConnect}
            onClose={() => setChecking(null)}
          />
        ) : null}
        {leaving ? <DisconnectDialog platform={leaving} onClose={() => setLeaving(null)} /> : null}
      </Suspense>
    </Card>
  );
}

function Banner({ icon: Icon, className, children }: { icon: LucideIcon; className: string; children: string }) {
  return (
    <p className={cn('flex items-center gap-2 rounded-control px-3 py-1.5 text-sm font-medium', className)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}

function NothingConnected({ connecting, onConnect }: Pick<SocialAccountsCardProps, 'connecting' | 'onConnect'>) {
  return (
    <EmptyState
      title="No social accounts connected"
      pattern="accounts"
      className="px-0 py-2"
      action={
        <div className="grid w-full justify-items-center gap-3">
          <Button
            className="h-auto min-h-10 py-2 whitespace-normal"
            onClick={() => onConnect('instagram')}
            pending={connecting === 'instagram'}
            pendingText="Connecting..."
          >
            Connect Instagram (Most Popular)
          </Button>
          <ConnectButtons offered={platforms} connecting={null} className="justify-center" onConnect={onConnect} />
        </div>
      }
    />
  );
}

type ConnectButtonsProps = Pick<SocialAccountsCardProps, 'connecting' | 'onConnect'> & {
  offered: readonly Platform[];
  className?: string;
};

function ConnectButtons({ offered, connecting, className, onConnect }: ConnectButtonsProps) {
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {offered.map((platform) => (
        <Button
          key={platform}
          variant="secondary"
          size="sm"
          pending={connecting === platform}
          pendingText="Connecting..."
          onClick={() => onConnect(platform)}
          aria-label={`Connect ${platformRules[platform].name}`}
        >
          <PlatformGlyph platform={platform} />
          {platformRules[platform].name}
        </Button>
      ))}
    </div>
  );
}
