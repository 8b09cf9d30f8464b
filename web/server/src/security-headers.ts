import { createHash } from 'node:crypto';
import type { WebServerSettings } from './settings.ts';

/** CSP sources for the inline scripts of a page: none of them runs unless its text is exactly the built one. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    // Scripts with `src` are covered by 'self'; data blocks (JSON) are not executed, so CSP lets them be.
    .filter(
      ([, attributes = '', text = '']) =>
        !/\bsrc\s*=/i.test(attributes) && text !== '' && !/type\s*=\s*["']?application\/(ld\+)?json/i.test(attributes),
    )
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/** What an answer has instead where a page is for whoever has its link. */
export const byLinkHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
};

/** What a file has instead that other sites show: the picture beside a link to the product. */
export const shownAnywhereHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Headers of an answer that is no page: an error's JSON loads nothing and is framed by nobody. */
export const errorHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Headers of every page and file (security checklist V3.4). Styles may be inline because the dialog and scroll parts of
 * the interface set them at run time; scripts may not.
 */
export const securityHeaders = (
  settings: WebServerSettings,
  isHttps: boolean,
  scriptHashes: readonly string[] = [],
): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob: https:", ...settings.imageOrigins].join(' '),
    ["connect-src 'self'", ...settings.connectOrigins].join(' '),
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
});
