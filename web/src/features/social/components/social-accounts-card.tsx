import type { Platform } from '@postloom/contracts';
import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { platformRules } from '#lib/contract-data.ts';
import { connectedPlatforms, useSocialAccounts, useSocialStatus } from '#data/social.ts';
import { usePageTimeZone } from '#data/page-context.tsx';
import { toastError } from '#lib/toast-error.ts';
import { plural } from '#lib/words.ts';
import {
  Button,
  Card,
  CardBody,
  CardHeader,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  PlatformGlyph,
  platforms,
  Skeleton,
  SkeletonGroup,
  toast,
} from '#ui/index.ts';
import { useDisconnect } from '../api/disconnect.ts';
import { AccountRow } from './account-row.tsx';
import { ReplacementNotices } from './replacement-notices.tsx';

const ConnectionDoctorDialog = lazy(() => import('./connection-doctor-dialog.tsx'));

export type SocialAccountsCardProps = {
  title: string;
  connecting: Platform | null;
  onConnect(platform: Platform): void;
  /** The dashboard's panel shows the connect buttons while nothing is connected. */
  variant?: 'settings' | 'dashboard';
};

/** The five platforms: connected with their account, or the way to connect. */
export function SocialAccountsCard({ title, connecting, onConnect, variant = 'settings' }: SocialAccountsCardProps) {
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const [leaving, setLeaving] = useState<Platform | null>(null);
  const disconnect = useDisconnect();
  const connected = connectedPlatforms(status.data);
  const [checking, setChecking] = useState<Platform | null>(null);
  const timeZone = usePageTimeZone();
  const failed = status.isError || accounts.isError;

  const leave = () => {
    if (!leaving) {
      return;
    }
    const name = platformRules[leaving].name;
    void disconnect
      .mutateAsync(leaving)
      .then(
        () => toast({ title: `${name} disconnected successfully`, tone: 'success' }),
        (error: unknown) => toastError(error, 'Failed to disconnect account. Please try again.'),
      )
      .then(() => setLeaving(null));
  };

  return (
    <Card aria-labelledby="social-accounts">
      <CardHeader id="social-accounts" title={title} />
      <CardBody className="grid gap-4">
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
        ) : connected.size === 0 && variant === 'dashboard' ? (
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
                <div className="flex flex-wrap justify-center gap-2">
                  {platforms.map((platform) => (
                    <Button
                      key={platform}
                      variant="secondary"
                      size="sm"
                      onClick={() => onConnect(platform)}
                      aria-label={`Connect ${platformRules[platform].name}`}
                    >
                      <PlatformGlyph platform={platform} />
                      {platformRules[platform].name}
                    </Button>
                  ))}
                </div>
              </div>
            }
          />
        ) : (
          <>
            {connected.size > 0 ? (
              <p className="flex items-center gap-2 rounded-control bg-moss-soft px-3 py-2 text-sm font-semibold text-moss">
                <CircleCheck className="size-4" aria-hidden="true" />
                {plural(connected.size, 'account')} connected
              </p>
            ) : (
              <p className="rounded-control bg-woad-soft px-3 py-2 text-sm">
                No technical setup is needed: press Connect and allow Postloom in the window that opens.
              </p>
            )}
            {variant === 'settings' ? <ReplacementNotices show="all" /> : null}
            <ul className="grid divide-y divide-line">
              {platforms.map((platform) => (
                <AccountRow
                  key={platform}
                  platform={platform}
                  accounts={accounts.data.filter((account) => account.platform === platform)}
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
      </Suspense>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => (open ? undefined : setLeaving(null))}
        title={leaving ? `Disconnect ${platformRules[leaving].name}?` : ''}
        description="Scheduled posts for it will not go out until you connect it again. What is already published stays."
        confirmLabel="Disconnect"
        destructive
        pending={disconnect.isPending}
        onConfirm={leave}
      />
    </Card>
  );
}
