import { amountsIn } from './amounts.ts';
import { daysIn, isPart } from './days.ts';
import { found, inCommonSigns } from './fact.ts';
import type { Fact } from './fact.ts';

/** Within a line: figures below a number are no part of it. */
const PHONE = /\+?\d(?:[\d().-]|[^\S\n]){6,20}\d/gu;
/** As many digits in a row of a number are a telephone's. */
const DIGITS_OF_A_PHONE = 7;

/** Sums, shares, days and telephone numbers. */
export function factsIn(written: string): readonly Fact[] {
  const text = inCommonSigns(written);
  return allIn(text).filter((one) => !isPart(text, one));
}

/** All that facts may say which a person has told; `5/8` may be a day or a part of something, and both are known then. */
export function toldIn(written: string): ReadonlySet<string> {
  return new Set(allIn(inCommonSigns(written)).flatMap(({ readings }) => readings));
}

function allIn(text: string): readonly Fact[] {
  const phones = found(text, PHONE, ([phone]) => [phone.replaceAll(/\D/gu, '')]);
  const ofPhones = phones.filter(({ readings: [digits = ''] }) => digits.length >= DIGITS_OF_A_PHONE);
  return [...amountsIn(text), ...daysIn(text), ...ofPhones];
}
