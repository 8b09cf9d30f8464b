import type { Platform } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routes } from '#lib/api/index.ts';

export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (platform: Platform) => callRoute(routes.disconnectPlatform, { params: { platform } }),
    onSuccess: () => invalidatePaths(client, ['/api/social', '/api/social-accounts', '/api/user/limits']),
  });
}
