import { beforeAll, describe, expect, it } from 'vitest';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { temporalReady, type TemporalApi } from '#lib/zoned-time.ts';
import { bodyOf, cardsOf, outcomeOf, photosFor, problemOf, withPhoto, type ChosenPhotos } from './week-cards.ts';
import type { Proposal } from './week-plan.ts';

let api: TemporalApi;
beforeAll(async () => {
  api = await temporalReady();
});

const keys = ['mon', 'tue', 'wed'];
const none: ChosenPhotos = new Map();
const idsOf = (photos: ChosenPhotos) => [...photos].map(([key, photo]) => [key, photo?.id ?? null]);

describe('the photos of a week', () => {
  it('are the newest unused ones, then used ones, none that cannot be sent, and none twice', () => {
    const photos = [aPhoto(1, { usedInPosts: 2 }), aPhoto(2, { status: 'failed' }), aPhoto(3), aPhoto(4)];
    expect(idsOf(photosFor(keys, none, photos))).toEqual([
      ['mon', photoId(3)],
      ['tue', photoId(4)],
      ['wed', photoId(1)],
    ]);
    expect(idsOf(photosFor(keys, none, [aPhoto(1)]))).toEqual([['mon', photoId(1)]]);
  });

  it('stay as they are when others come, which only fill what has none', () => {
    const before = photosFor(keys, none, [aPhoto(1), aPhoto(2)]);
    expect(photosFor(keys, before, [aPhoto(1), aPhoto(2)])).toBe(before);
    expect(idsOf(photosFor(keys, before, [aPhoto(3), aPhoto(1), aPhoto(2)]))).toEqual([
      ['mon', photoId(1)],
      ['tue', photoId(2)],
      ['wed', photoId(3)],
    ]);
  });

  it('are free again when their card is gone', () => {
    const before = photosFor(keys, none, [aPhoto(1), aPhoto(2), aPhoto(3)]);
    expect(idsOf(photosFor(['tue', 'fri'], before, [aPhoto(1), aPhoto(2), aPhoto(3)]))).toEqual([
      ['tue', photoId(2)],
      ['fri', photoId(1)],
    ]);
  });

  it('change places when one card takes the photo of another', () => {
    const before = photosFor(keys, none, [aPhoto(1), aPhoto(2), aPhoto(3)]);
    expect(idsOf(withPhoto(before, 'mon', aPhoto(3)))).toEqual([
      ['mon', photoId(3)],
      ['tue', photoId(2)],
      ['wed', photoId(1)],
    ]);
    expect(idsOf(withPhoto(before, 'mon', aPhoto(9)))).toEqual([
      ['mon', photoId(9)],
      ['tue', photoId(2)],
      ['wed', photoId(3)],
    ]);
  });

  it('are not given to a card again that a person wants without one', () => {
    const without = withPhoto(photosFor(keys, none, [aPhoto(1), aPhoto(2), aPhoto(3)]), 'tue', null);
    expect(photosFor(keys, without, [aPhoto(4), aPhoto(1), aPhoto(2), aPhoto(3)]).get('tue')).toBeNull();
  });
});

describe('the cards of a week', () => {
  const proposal: Proposal = {
    ...{ key: '2026-11-24', date: '2026-11-24', time: '11:00', kind: 'Loaf of the day', why: 'Before lunch.' },
    ...{ caption: 'Crust first.', photoWanted: 'A loaf.', platforms: ['instagram'] },
  };
  const now = Date.parse('2026-11-23T14:00:00Z');
  const cardWith = (edit: object = {}, photos: ChosenPhotos = new Map([['2026-11-24', aPhoto(1)]])) => {
    const edits = new Map([['2026-11-24', edit]]);
    const [card] = cardsOf(api, [proposal], 'America/New_York', { edits, photos });
    if (card === undefined) {
      throw new Error('There is no card.');
    }
    return card;
  };

  it('are the proposals with what a person made of them, at an instant of the business’s clock', () => {
    expect(cardWith()).toMatchObject({ isLeftOut: false, photo: { id: photoId(1) }, caption: 'Crust first.' });
    expect(cardWith().moment?.instant).toBe('2026-11-24T16:00:00Z');
    const changed = cardWith({ caption: 'Mine.', date: '2026-11-25', time: '09:30' });
    expect(changed).toMatchObject({ caption: 'Mine.', why: '', moment: { instant: '2026-11-25T14:30:00Z' } });
    expect(cardWith({ caption: 'Mine.' }).why).toBe('Before lunch.');
  });

  it('go out with a photo, and are drafts without one or when all are to be drafts', () => {
    expect(outcomeOf(cardWith(), false)).toBe('scheduled');
    expect(outcomeOf(cardWith(), true)).toBe('draft');
    expect(outcomeOf(cardWith({}, none), false)).toBe('draft');
  });

  it('are asked for as one post each', () => {
    expect(bodyOf(cardWith(), false)).toEqual({
      ...{ caption: 'Crust first.', platforms: ['instagram'], status: 'scheduled' },
      ...{ scheduledFor: '2026-11-24T16:00:00Z', photoId: photoId(1) },
    });
    expect(bodyOf(cardWith({}, none), false)).toMatchObject({ status: 'draft', photoId: null });
  });

  it('say what keeps them from being planned', () => {
    expect(problemOf(cardWith(), now)).toBeNull();
    expect(problemOf(cardWith({ caption: '  ' }), now)).toBe('Please enter a caption for your post.');
    const future = 'Please choose a date and time in the future.';
    expect(problemOf(cardWith({ date: '' }), now)).toBe(future);
    expect(problemOf(cardWith({ date: '2026-11-23', time: '08:59' }), now)).toBe(future);
  });
});
