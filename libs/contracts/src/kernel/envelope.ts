import { z } from 'zod';
import { Id, Instant } from './scalars.ts';

/**
 * The envelope of every event. `version` grows per entity: projections apply only a greater one, so order does not matter. `cause` is the
 * id of the event or request that led to this one.
 */
export const EnvelopeHead = z.object({
  id: Id,
  subject: z.string().max(120),
  at: Instant,
  businessId: Id.nullable(),
  entityId: z.string().max(200),
  version: z.number().int().nonnegative(),
  cause: z.string().max(200).nullable(),
});
export type EnvelopeHead = z.infer<typeof EnvelopeHead>;

export interface EventEnvelope<D = unknown> extends EnvelopeHead {
  readonly data: D;
}
