import { describe, expect, it } from '@jest/globals';
import { isPartOf, isTextOf } from './text-in-code.ts';

describe('a text', () => {
  it.each([
    ["'Active'", 'Active', true],
    ["'Inactive'", 'Active', false],
    ["'Active Schedules'", 'Active', false],
    ['<p> Active </p>', 'Active', true],
    ['<p> Active schedules </p>', 'Active', false],
    ['{isOn ? Active : null}', 'Active', false],
    ["'You can\\'t'", "You can't", true],
    ['`Member since ${year}`', 'Member since {2026}', true],
    ['`Member since ${year}`', 'Member since', true],
    ['`A member since ${year}`', 'Member since {2026}', false],
    ['`${plan} Plan - Limited features`', '{Free} Plan - Limited features', true],
    ['`${plan} Plan - Limited features, for ever`', '{Free} Plan - Limited features', false],
    ["'You can only upload %{smart_count} files'", 'You can only upload {20} files', true],
    ["'Approaching your limit.'", 'Approaching', false],
    ["'Approaching your limit.'", 'Approaching…', true],
    ["'Approachingly'", 'Approaching…', false],
    ["'Deletion: 7-30 days'", '…7-30 days', true],
    ["'Deletion: 7-30 days long'", '…7-30 days', false],
    ["'(Active)'", 'Active', false],
  ])('of the product, %s, has %s: %s', (code, text, has) => {
    expect(isTextOf(code, text, 'product')).toBe(has);
  });

  it.each([
    ['toMatch(/^Setup/)', 'Setup', true],
    ['toMatch(/^Setups/)', 'Setup', false],
    ['toMatch(/Active\\s*Included$/)', 'Included', true],
    ['toMatch(/in 30 days\\./)', 'in 30 days.', true],
    ["name: 'Disconnect Instagram'", 'Disconnect', false],
  ])('of a test, %s, has %s: %s', (code, text, has) => {
    expect(isTextOf(code, text, 'test')).toBe(has);
  });
});

it.each([
  ['const QUICK = 3;', 'QUICK = 3', true],
  ['const QUICK = 30;', 'QUICK = 3', false],
  ['result.catch(() => 1)', '.catch(() => 1)', true],
])('a part of code, %s, has %s: %s', (code, part, has) => {
  expect(isPartOf(code, part)).toBe(has);
});
