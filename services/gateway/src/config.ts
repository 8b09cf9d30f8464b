import { defineConfig } from '@postloom/chassis';
import { z } from 'zod';

/**
 * `SERVICE_PORT` is the public API; `PUBLIC_URL` is where browsers reach it: own origin for CSRF, cookies and popups.
 * `TRUSTED_PROXIES`: addresses, networks or Fastify's names for them (`loopback`, `uniquelocal`), comma separated.
 */
export const config = defineConfig({
  mediaInternalUrl: z.url(),
  trustedProxies: z.string().default('loopback'),
});
export type GatewayConfig = typeof config;
