import { ConfigError, defineConfig, onOff } from '@postloom/chassis';
import { z } from 'zod';
import type { BucketSize } from './http/rate-limit.ts';

/** `<burst>/<seconds>`: the size of a burst, and the seconds in which as many requests are allowed again. */
const bucket = (capacity: number, seconds: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}$/, 'write it as <requests>/<seconds>, for example 120/3')
    .transform((text): BucketSize => {
      const [times, window] = text.split('/').map(Number) as [number, number];
      return { capacity: times, perSecond: times / window };
    })
    .default({ capacity, perSecond: capacity / seconds });

/** `SERVICE_PORT` is the public API; `PUBLIC_URL` is where browsers reach it: the origin for CSRF checks, cookies and popups. */
export const config = defineConfig({
  mediaInternalUrl: z.url(),
  /**
   * Which proxies are trusted to name the client in `X-Forwarded-For`: addresses and networks (`10.0.0.0/8`), or Fastify's names for them
   * (`loopback`, `uniquelocal`), separated by commas; `none` trusts nobody. Required when `PUBLIC_URL` is https.
   */
  trustedProxies: z.string().optional(),
  /** Where people sign in at an OpenID Connect provider: the same as identity's, and how its button calls it (its host by default). */
  oidcIssuer: z.url({ protocol: /^https?$/ }).optional(),
  oidcName: z.string().trim().min(1).max(40).optional(),
  /** `off` disables the request limits below: for load tests. */
  rateLimits: onOff.default(true),
  /** Requests of one session, over all processes of the gateway. */
  limitSessionRequests: bucket(120, 3),
  /** Requests of one address, over all sessions and anonymous requests and all processes. */
  limitAddressRequests: bucket(480, 3),
  /** Pictures (`/objects`) of one session, counted apart from its other requests: 120 a second, and five seconds of them at once. */
  limitSessionPictures: bucket(600, 5),
  /** Pictures of one address, over all sessions. */
  limitAddressPictures: bucket(1_200, 5),
  /** Live streams (`GET /api/events`) that one process keeps open per session. */
  limitLiveStreams: z.coerce.number().int().min(1).max(10_000).default(20),
});
export type GatewayConfig = typeof config;

/**
 * The value of Fastify's `trustProxy`. Behind an ingress that is not listed, everybody would share its address and its limits, so an https
 * address without the setting is refused. @throws {ConfigError}
 */
export function trustedHops({
  trustedProxies,
  publicUrl,
}: Pick<GatewayConfig, 'trustedProxies' | 'publicUrl'>): string | false {
  if (trustedProxies === undefined && publicUrl.startsWith('https:')) {
    throw new ConfigError([
      'TRUSTED_PROXIES is missing: PUBLIC_URL is https, so a proxy ends TLS and everybody would share its address and its ' +
        'limits. Name the networks of your proxies (for example 10.0.0.0/8), or say none',
    ]);
  }
  return trustedProxies === 'none' ? false : (trustedProxies ?? 'loopback');
}
