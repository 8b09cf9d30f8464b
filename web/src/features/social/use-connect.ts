import type { Platform } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callRoute, invalidatePaths, messageOr, routes } from '../../lib/api/index.ts';
import { platformRules } from '../../lib/contract-data.ts';
import { limitsQuery } from '../../lib/data/limits.ts';
import { socialAccountsQuery } from '../../lib/data/social.ts';
import { toast } from '../../ui/index.ts';
import { openPopup } from './connect.ts';

export type Setup = { platform: Platform; redirectUri: string; steps: readonly string[] };

/** The connect flow of the page: one platform at a time, success only when the server confirms it. */
export function useConnect(onUpgrade: () => void) {
  const client = useQueryClient();
  const [connecting, setConnecting] = useState<Platform | null>(null);
  const [setup, setSetup] = useState<Setup | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const connect = useCallback(
    (platform: Platform) => {
      const name = platformRules[platform].name;
      const limits = client.getQueryData(limitsQuery.queryKey);
      const accounts = client.getQueryData(socialAccountsQuery.queryKey) ?? [];
      const isNew = !accounts.some((account) => account.platform === platform);
      if (isNew && limits && limits.accountsLimit >= 0 && limits.accountsUsed >= limits.accountsLimit) {
        toast({
          title: 'Account limit reached',
          description: `Your plan includes ${limits.accountsLimit === 1 ? '1 social account' : `${limits.accountsLimit} social accounts`}. Upgrade to connect ${name} too.`,
          tone: 'error',
          action: { label: 'Upgrade', onSelect: onUpgrade },
        });
        return;
      }
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const before = accounts.find((account) => account.platform === platform)?.connectedAt ?? null;
      setConnecting(platform);
      void (async () => {
        const { news } = await openPopup(platform, controller.signal);
        if (controller.signal.aborted) return;
        try {
          if (news?.outcome === 'setup_required') {
            const start = await callRoute(routes.socialAuth, { params: { platform } });
            if ('setupRequired' in start) {
              toast({ title: 'Setup Required', description: `${name} is not set up on this installation yet.` });
              setSetup({ platform, redirectUri: start.redirectUri, steps: start.instructions.steps });
            }
            return;
          }
          const now = await client.fetchQuery({ ...socialAccountsQuery, staleTime: 0 });
          await invalidatePaths(client, ['/api/social', '/api/user/limits']);
          const account = now.find((one) => one.platform === platform && one.status !== 'reconnect_required');
          if (account && (news?.outcome === 'connected' || account.connectedAt !== before)) {
            toast({
              title: platform === 'instagram' ? 'Instagram Connected' : 'Account Connected',
              description: `${account.accountName} on ${name} is ready for your posts.`,
              tone: 'success',
            });
          } else {
            toast({
              title: 'Connection Failed',
              description:
                news?.reason ??
                (news
                  ? 'Failed to connect account. Please try again.'
                  : `The ${name} window was closed before it finished.`),
              tone: 'error',
            });
          }
        } catch (error) {
          toast({
            title: 'Connection Failed',
            description: messageOr(error, `Failed to start ${name} connection. Please try again.`),
            tone: 'error',
          });
        } finally {
          if (running.current === controller) setConnecting(null);
        }
      })();
    },
    [client, onUpgrade],
  );

  return { connect, connecting, setup, closeSetup: () => setSetup(null) };
}
