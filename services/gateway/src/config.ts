import { defineConfig, onOff } from '@postloom/chassis';
import { z } from 'zod';

/** `SERVICE_PORT` is the public API; `PUBLIC_URL` is where browsers reach it: own origin for CSRF, cookies and popups. */
export const config = defineConfig({
  mediaInternalUrl: z.url(),
  rateLimits: onOff.default(true),
});
export type GatewayConfig = typeof config;
