import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Sealed, Tx } from '@postloom/persistence';
import { FLOW_MINUTES } from './flow.ts';
import type { FlowOwner } from './flow.ts';

interface FlowRow {
  id: string;
  origin: string | null;
  payer_id: string;
  kid: string;
  wrapped_key: Buffer;
  ciphertext: Buffer;
}

export interface Flow {
  readonly id: string;
  readonly payerId: string;
  /** The server that is signed in at; null: the platform has one address for all. */
  readonly origin: string | null;
  /** The PKCE verifier at first; the offered accounts once the code was redeemed. */
  readonly sealed: Sealed;
}

@Injectable()
export class FlowsRepository {
  async start(
    tx: Tx,
    flow: FlowOwner & Flow & { readonly platform: Platform; readonly stateHash: Buffer },
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO oauth_flows (id, state_hash, business_id, payer_id, user_id, session_id, platform, kid, wrapped_key, ciphertext, origin, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(mins => $12))`,
      [
        flow.id,
        flow.stateHash,
        flow.businessId,
        flow.payerId,
        flow.userId,
        flow.sessionId,
        flow.platform,
        flow.sealed.kid,
        flow.sealed.wrappedKey,
        flow.sealed.ciphertext,
        flow.origin,
        FLOW_MINUTES,
      ],
    );
  }

  /**
   * Consumes the state, once, for exactly its owner. Null: unknown, used, expired, or somebody else's, without saying which; a stranger's
   * attempt does not consume it.
   */
  async redeem(tx: Tx, owner: FlowOwner, platform: Platform, stateHash: Buffer): Promise<Flow | null> {
    const [row] = await tx.query<FlowRow>(
      `UPDATE oauth_flows SET redeemed_at = now()
      WHERE state_hash = $1 AND business_id = $2 AND user_id = $3 AND session_id = $4 AND platform = $5
        AND redeemed_at IS NULL AND expires_at > now()
      RETURNING id, payer_id, origin, kid, wrapped_key, ciphertext`,
      [stateHash, owner.businessId, owner.userId, owner.sessionId, platform],
    );
    return row ? toFlow(row) : null;
  }

  /** Stores the offered accounts, sealed, until the person picks. */
  async offer(tx: Tx, flowId: string, pickHash: Buffer, sealed: Sealed): Promise<void> {
    await tx.execute(
      `UPDATE oauth_flows SET pick_hash = $2, kid = $3, wrapped_key = $4, ciphertext = $5,
        expires_at = now() + make_interval(mins => $6) WHERE id = $1`,
      [flowId, pickHash, sealed.kid, sealed.wrappedKey, sealed.ciphertext, FLOW_MINUTES],
    );
  }

  /** Consumes the pick token and deletes the row with its tokens. */
  async takeOffer(tx: Tx, owner: FlowOwner, platform: Platform, pickHash: Buffer): Promise<Flow | null> {
    const [row] = await tx.query<FlowRow>(
      `DELETE FROM oauth_flows
      WHERE pick_hash = $1 AND business_id = $2 AND user_id = $3 AND session_id = $4 AND platform = $5 AND expires_at > now()
      RETURNING id, payer_id, origin, kid, wrapped_key, ciphertext`,
      [pickHash, owner.businessId, owner.userId, owner.sessionId, platform],
    );
    return row ? toFlow(row) : null;
  }

  async forget(tx: Tx, flowId: string): Promise<void> {
    await tx.execute('DELETE FROM oauth_flows WHERE id = $1', [flowId]);
  }
}

function toFlow(row: FlowRow): Flow {
  return {
    id: row.id,
    payerId: row.payer_id,
    origin: row.origin,
    sealed: { kid: row.kid, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
  };
}
