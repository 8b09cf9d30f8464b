import { AppError } from '@postloom/contracts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whose rows a transaction may touch. Row-level security enforces it on tenant tables; it is the second lock, the first
 * being the business in every query.
 */
export class Scope {
  readonly kind: 'business' | 'system' | 'global';
  readonly businessId: string | null;
  /** Why a worker crosses tenants; for the reader of the code and for traces. */
  readonly reason: string | null;

  private constructor(kind: Scope['kind'], businessId: string | null, reason: string | null) {
    this.kind = kind;
    this.businessId = businessId;
    this.reason = reason;
  }

  /** One business. @throws {AppError} `invalid_id` when it is not a UUID. */
  static business(businessId: string): Scope {
    if (!uuid.test(businessId)) {
      throw new AppError('invalid_id');
    }
    return new Scope('business', businessId.toLowerCase(), null);
  }

  /**
   * All businesses, on a connection of the workers' login role: only for loops that claim work (`*.worker.ts`,
   * `*.claims.ts`; a lint rule checks it). Infrastructure tables have no tenant and use `global`.
   */
  static system(reason: string): Scope {
    return new Scope('system', null, reason);
  }

  /** No business: tables without a tenant (users, sessions). Access to a tenant table fails. */
  static global(): Scope {
    return new Scope('global', null, null);
  }
}
