import { z } from 'zod';
import { defineEvent, Id } from '../kernel/index.ts';
import { IndustryKey } from './industries.ts';
import { Entitlement } from './schemas.ts';

const BusinessFacts = z.object({
  businessId: Id,
  payerId: Id,
  name: z.string(),
  industryType: IndustryKey,
  timeZone: z.string(),
  lateLimitMinutes: z.number().int(),
});

export const identityEvents = {
  userRegistered: defineEvent('identity.user.registered.v1', z.object({ userId: Id })),
  /** What `/api/auth/user` shows of a person, or their active business. */
  userChanged: defineEvent('identity.user.changed.v1', z.object({ userId: Id })),
  businessCreated: defineEvent('identity.business.created.v1', BusinessFacts),
  businessUpdated: defineEvent('identity.business.updated.v1', BusinessFacts),
  businessDeleted: defineEvent('identity.business.deleted.v1', z.object({ businessId: Id, payerId: Id })),
  /** Also emitted once at sign-up, with the free tier. */
  planChanged: defineEvent('identity.plan.changed.v1', Entitlement),
  sessionRevoked: defineEvent('identity.session.revoked.v1', z.object({ userId: Id, sessionId: Id.nullable() })),
} as const;
