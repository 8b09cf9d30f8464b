import { describe, expect, it } from '@jest/globals';
import { planOf, waysWithoutBothEnds } from './cut-upload-plan.ts';
import { UPLOAD_WAYS } from './cut-upload-sender.ts';

describe('the plan of uploads that break off', () => {
  const plans = [...Array(200).keys()].map(planOf);

  it('gives up a quarter of each way, and goes on with the others', () => {
    for (const way of UPLOAD_WAYS) {
      const ofWay = plans.filter((plan) => plan.way === way);
      expect(ofWay).toHaveLength(50);
      expect(ofWay.filter(({ givesUp }) => givesUp)).toHaveLength(13);
    }
  });

  it('cuts at every percent from 1 to 99', () => {
    const percents = new Set(plans.map(({ share }) => Math.round(share * 100)));
    expect([...percents].sort((a, b) => a - b)).toEqual([...Array(99).keys()].map((index) => index + 1));
  });
});

describe('how the uploads of a run ended', () => {
  const both = { givenUp: 1, taken: 1 };

  it('is enough when each way was given up and was taken', () => {
    expect(waysWithoutBothEnds(new Map(UPLOAD_WAYS.map((way) => [way, both])))).toEqual([]);
  });

  it('is too little of a way that had one end only, or none', () => {
    const ends = new Map([
      ['direct', { givenUp: 50, taken: 0 }],
      ['put', { givenUp: 0, taken: 50 }],
      ['form', both],
    ] as const);
    expect(waysWithoutBothEnds(ends)).toEqual([
      "of the way 'direct' 50 were given up and 0 taken",
      "of the way 'put' 0 were given up and 50 taken",
      "of the way 'parts' 0 were given up and 0 taken",
    ]);
  });
});
