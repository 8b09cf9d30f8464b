import type { Platform } from '@postloom/contracts';
import { connectedPlatforms, useSocialAccounts, useSocialStatus, waitingPlatforms } from '#data/social.ts';
import { platformRules } from '#lib/contract-data.ts';
import { Button, FormError } from '#ui/index.ts';
import { postTexts } from '../texts.ts';
import type { TargetWays } from './target-row.tsx';

export type ConnectFirstProps = Pick<TargetWays, 'connecting' | 'onConnect'> & {
  /** What the server said. */
  refusal: string | null;
  platforms: readonly Platform[];
};

/** A post was refused for want of an account: the way to connect it, beside what was typed. */
export default function ConnectFirst({ refusal, platforms, connecting, onConnect }: ConnectFirstProps) {
  const status = useSocialStatus();
  const accounts = useSocialAccounts();
  const usable = connectedPlatforms(status.data).union(waitingPlatforms(accounts.data));
  const missing = status.data ? platforms.filter((platform) => !usable.has(platform)) : [];
  if (status.data && missing.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {postTexts.connectedNow}
      </p>
    );
  }
  return (
    <div className="grid gap-2.5">
      <FormError>{refusal}</FormError>
      <div className="flex flex-wrap gap-2">
        {missing.map((platform) => (
          <Button
            key={platform}
            variant="secondary"
            size="sm"
            pending={connecting === platform}
            pendingText="Connecting..."
            onClick={() => onConnect(platform)}
          >
            Connect {platformRules[platform].name}
          </Button>
        ))}
      </div>
    </div>
  );
}
