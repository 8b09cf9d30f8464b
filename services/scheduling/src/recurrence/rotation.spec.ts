import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pickPhoto, presentRound } from './rotation.ts';
import type { Candidate, PhotoTurn } from './rotation.ts';

const photo = (id: string, uploaded = 0): Candidate => ({ id, uploadedAt: new Date(uploaded * 1000) });

/** A schedule's life: photos are added and deleted between its slots. */
class Album {
  readonly photos: Candidate[] = [];
  readonly turns = new Map<string, PhotoTurn>();
  private clock = 0;

  pick() {
    const picked = pickPhoto(this.photos, [...this.turns.values()]);
    this.clock += 1;
    if (picked === null) {
      return null;
    }
    const { photoId, round } = picked;
    this.turns.set(photoId, { photoId, round, usedAt: new Date(this.clock * 1000) });
    return picked;
  }
}

describe('the choice of a photo', () => {
  it('takes those never used first, the oldest upload before the younger', () => {
    const photos = [photo('c', 3), photo('a', 1), photo('b', 2)];
    expect(pickPhoto(photos, [])).toEqual({ photoId: 'a', round: 1, isRoundNew: false });
    expect(pickPhoto(photos, [{ photoId: 'a', round: 1, usedAt: new Date(9) }])?.photoId).toBe('b');
  });

  it('begins a new round with the least recently used when all had their turn, and says so', () => {
    const turns = ['b', 'c', 'a'].map((photoId, index) => ({ photoId, round: 4, usedAt: new Date(index) }));
    expect(pickPhoto([photo('a'), photo('b'), photo('c')], turns)).toEqual({
      photoId: 'b',
      round: 5,
      isRoundNew: true,
    });
    expect(presentRound(turns)).toBe(4);
  });

  it('has nothing to choose in an empty album, and always the same in an album of one', () => {
    expect(pickPhoto([], [])).toBeNull();
    expect(pickPhoto([], [{ photoId: 'gone', round: 2, usedAt: new Date(1) }])).toBeNull();
    const one = pickPhoto([photo('a')], [{ photoId: 'a', round: 1, usedAt: new Date(1) }]);
    expect(one).toEqual({ photoId: 'a', round: 2, isRoundNew: true });
  });

  it('never takes one twice before all others had their turn, whatever comes and goes', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant({ kind: 'slot' as const, nth: 0 }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('upload' as const), nth: fc.nat(50) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(50) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 120 }), (steps) => {
        const album = new Album();
        let roundUses = new Set<string>();
        let uploads = 0;
        for (const { kind, nth } of steps) {
          if (kind === 'upload') {
            album.photos.push(photo(`p${(uploads += 1)}`, nth));
          }
          if (kind === 'delete') {
            album.photos.splice(nth % Math.max(1, album.photos.length), 1);
          }
          if (kind !== 'slot') {
            continue;
          }
          const left = album.photos.filter(({ id }) => !roundUses.has(id));
          const before = new Map(album.turns);
          const picked = album.pick();
          expect(picked === null).toBe(album.photos.length === 0);
          if (picked === null) {
            continue;
          }
          // A rotation ends exactly when no photo is left, not sooner and not later.
          expect(picked.isRoundNew).toBe(left.length === 0);
          if (picked.isRoundNew) {
            roundUses = new Set();
          }
          expect(roundUses.has(picked.photoId)).toBe(false);
          const others = (left.length === 0 ? album.photos : left).map(
            ({ id }) => before.get(id)?.usedAt.getTime() ?? -1,
          );
          expect(before.get(picked.photoId)?.usedAt.getTime() ?? -1).toBe(Math.min(...others));
          roundUses.add(picked.photoId);
        }
      }),
      { numRuns: 300 },
    );
  });
});
