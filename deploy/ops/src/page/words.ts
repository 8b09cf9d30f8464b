/** Figures as a person reads them. */

const NONE = '–';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const count = (value: number): string => whole.format(value);
export const rate = (value: number): string => `${tenths.format(value)}/s`;
export const cost = (value: number): string => dollars.format(value);

/** Never rounded up to 100 %: 99.996 % of the posts is not all of them. */
export function share(value: number | null): string {
  if (value === null) {
    return NONE;
  }
  const percent = Math.floor(value * 10_000 + 1e-9) / 100;
  return `${percent.toFixed(percent === 100 || percent === 0 ? 0 : 2)} %`;
}

/** A part of a whole where the hundredth does not matter: 3 %, and less than one is said so. */
export function part(value: number | null): string {
  if (value === null) {
    return NONE;
  }
  return value > 0 && value < 0.01 ? 'under 1 %' : `${Math.round(value * 100)} %`;
}

export function duration(seconds: number | null): string {
  if (seconds === null) {
    return NONE;
  }
  if (seconds < 1) {
    return `${Math.round(seconds * 1_000)} ms`;
  }
  if (seconds < 10) {
    return `${tenths.format(seconds)} s`;
  }
  const rounded = Math.round(seconds);
  if (rounded < 60) {
    return `${rounded} s`;
  }
  const minutes = Math.floor(rounded / 60);
  return minutes < 60
    ? [`${minutes} min`, rounded % 60 === 0 ? '' : ` ${rounded % 60} s`].join('')
    : [`${Math.floor(minutes / 60)} h`, minutes % 60 === 0 ? '' : ` ${minutes % 60} min`].join('');
}

/** 9:05:12 UTC. */
export const clock = (at: number): string => `${new Date(at).toISOString().slice(11, 19)} UTC`;
