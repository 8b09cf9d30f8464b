import type { IncomingMessage } from 'node:http';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';

/** What is asked of a sender. */
export interface Pace {
  /** Nobody passes an upload on for longer: the gateway gives it up, and its announcement ends. */
  readonly withinMs: number;
  /** Of everybody, in bytes per second: against senders that stall or send a byte a second. */
  readonly least: number;
  /** How far a sender may fall behind: a tunnel or a lift lasts half a minute. */
  readonly behindMs: number;
  /** How far before it has been ahead: whoever begins too slowly seldom becomes faster. */
  readonly firstMs: number;
}

export const PACE: Pace = { withinMs: 15 * 60_000, least: 1_000, behindMs: 60_000, firstMs: 15_000 };

/** How often the pace is looked at while a sender falls as far behind as it may. */
const LOOKS = 12;

/**
 * Calls `tooSlow` when a sender can no longer be expected to make it: it holds room for all that it announced until it has. What it must send
 * in a second is what is missing by then, so that whoever was fast may be slow at the end. Each second without that puts it behind, each
 * with more brings it back: it begins with little to lose, and who is quick soon has all of it. Without a length it holds room for as much as
 * a photo may have, and is asked for as much.
 */
export function watchPace(
  request: IncomingMessage,
  { withinMs, least, behindMs, firstMs }: Pace,
  tooSlow: () => void,
): { stop(): void } {
  const length = Number(request.headers['content-length'] ?? MAX_PHOTO_BYTES);
  const begun = performance.now();
  let looked = begun;
  let arrived = 0;
  let seen = 0;
  let behind = behindMs - firstMs;
  const onData = (chunk: Buffer): void => {
    arrived += chunk.length;
  };
  const look = (): void => {
    const now = performance.now();
    const left = Math.max(1, withinMs - (looked - begun));
    const perMs = Math.max(least / 1_000, (length - seen) / left);
    behind = Math.max(0, behind + (now - looked) - (arrived - seen) / perMs);
    looked = now;
    seen = arrived;
    if (behind >= behindMs) {
      tooSlow();
    } else {
      timer = setTimeout(look, behindMs / LOOKS);
    }
  };
  let timer = setTimeout(look, behindMs / LOOKS);
  request.on('data', onData);
  return {
    stop: () => {
      clearTimeout(timer);
      request.off('data', onData);
    },
  };
}
