import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { nearbyWords } from './nearby-words.ts';

/** A photo that looks like another one. */
export interface LikePhoto {
  readonly id: string;
  readonly isOlder: boolean;
  /** The one that it was found to be like. */
  readonly likeId: string | null;
}

/** Bits of each half that may differ. What is only resized, compressed, or lighter differs in fewer. */
const MOST_BITS = 7;
/**
 * Photos that are looked at because of one word, the newest, and because of all of them. Some words are very common (a white wall above
 * every product), and must neither make a search long nor crowd out what the others find.
 */
const MOST_OF_WORD = 500;
const MOST_CANDIDATES = 2_000;

@Injectable()
export class LikenessRepository {
  /** The photos that look like one, the most alike first. Plan: `likeness_words` by its key, then `photos` by theirs. */
  async alike(tx: Tx, businessId: string, photoId: string, limit: number): Promise<LikePhoto[]> {
    const [own] = await tx.query<{ likeness: string }>(
      'SELECT likeness FROM photos WHERE business_id = $1 AND id = $2 AND likeness IS NOT NULL',
      [businessId, photoId],
    );
    if (own === undefined) {
      return [];
    }
    const half = (name: 'across' | 'down', likeness: string): string =>
      `('x' || substr(${likeness}, ${name === 'across' ? 1 : 17}, 16))::bit(64)`;
    const differing = (name: 'across' | 'down'): string =>
      `bit_count(${half(name, 'p.likeness')} # ${half(name, '$4::text')})`;
    return tx.query<LikePhoto>(
      `SELECT p.id, (p.created_at, p.id) < (o.created_at, o.id) AS "isOlder", p.like_id AS "likeId"
       FROM (SELECT w.photo_id FROM unnest($3::text[]) AS n (word)
         CROSS JOIN LATERAL (SELECT l.photo_id FROM likeness_words l WHERE l.business_id = $1 AND l.word = n.word
           ORDER BY l.photo_id DESC LIMIT ${MOST_OF_WORD}) w
         GROUP BY w.photo_id ORDER BY count(*) DESC LIMIT ${MOST_CANDIDATES}) c
       CROSS JOIN LATERAL (SELECT * FROM photos f WHERE f.id = c.photo_id AND f.business_id = $1 OFFSET 0) p
       CROSS JOIN (SELECT id, created_at FROM photos WHERE business_id = $1 AND id = $2) o
       WHERE p.id <> $2 AND ${differing('across')} <= ${MOST_BITS} AND ${differing('down')} <= ${MOST_BITS}
       ORDER BY ${differing('across')} + ${differing('down')}, p.created_at, p.id LIMIT $5`,
      [businessId, photoId, nearbyWords(own.likeness), own.likeness, limit],
    );
  }

  /** Notes what a photo looks like; returns its new version, null when it says so already or is gone. */
  async mark(tx: Tx, businessId: string, photoId: string, likeId: string): Promise<number | null> {
    const [row] = await tx.query<{ version: number }>(
      `UPDATE photos SET like_id = $3, version = version + 1, updated_at = now()
       WHERE business_id = $1 AND id = $2 AND like_id IS DISTINCT FROM $3 RETURNING version`,
      [businessId, photoId, likeId],
    );
    return row?.version ?? null;
  }
}
