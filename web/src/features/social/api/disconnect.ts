import type { Platform } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidatePaths, routes, usePageCall } from '#lib/api/index.ts';

export function useDisconnect() {
  const call = usePageCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (platform: Platform) => call(routes.disconnectPlatform, { params: { platform } }),
    onSuccess: () => invalidatePaths(client, ['/api/social', '/api/social-accounts', '/api/user/limits']),
  });
}
