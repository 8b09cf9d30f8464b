import { z } from 'zod';
import { Id, Instant } from '../kernel/index.ts';
import { CookieValue, Origin, User } from './schemas.ts';

/** Opaque 256-bit session token, base64url; identity stores only its hash. */
export const SessionToken = z.string().min(20).max(200);
export const OneUseToken = z.string().min(20).max(200);

/** The session that the browser sent at sign-in: it ends when the new one begins, against session fixation. */
export const Replaced = CookieValue.nullable().optional();

/** Somebody has signed in: the token goes into the cookie of the browser, and nowhere else. */
export const Signed = z.object({ user: User, sessionToken: SessionToken, expiresAt: Instant });

/** What a signed-in person does in one of their sessions, which the gateway knows by its cookie. */
export const InSession = { sessionId: Id, origin: Origin } as const;
