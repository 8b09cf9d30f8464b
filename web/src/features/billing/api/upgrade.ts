import type { Tier } from '@postloom/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, invalidatePaths, routes } from '#lib/api/index.ts';

export function useUpgrade() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tier: Tier) => callRoute(routes.upgrade, { body: { tier } }),
    onSuccess: () => invalidatePaths(client, ['/api/auth/user', '/api/user/limits', '/api/billing']),
  });
}
