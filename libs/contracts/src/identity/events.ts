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
  businessDeleted: defineEvent(
    'identity.business.deleted.v1',
    /** `erasureId`: the deletion of its owner that it belongs to. */
    z.object({ businessId: Id, payerId: Id, erasureId: Id.nullable().optional() }),
  ),
  /** Also emitted once at sign-up, with the free tier. */
  planChanged: defineEvent('identity.plan.changed.v1', Entitlement),
  /** How a payer pays, or what comes next; the plan itself may be the same. */
  billingChanged: defineEvent('identity.billing.changed.v1', z.object({ payerId: Id })),
  sessionRevoked: defineEvent('identity.session.revoked.v1', z.object({ userId: Id, sessionId: Id.nullable() })),
} as const;
