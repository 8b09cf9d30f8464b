import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { guardedLookup, isPrivateAddress } from './address-guard.ts';

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1%eth0',
    '[::1]',
    'localhost',
    '',
    '2130706433',
    '0x7f.1',
  ])('refuses %s', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '[2a00:1450::1]'])(
    'lets %s through',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );

  it('refuses an IPv4 address in every IPv6 clothing when it refuses the address itself', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.constantFrom(10, 127), octet, octet, octet, (a, b, c, d) => {
        const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        return [`::ffff:${a}.${b}.${c}.${d}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::`, `::${hex}`].every(
          isPrivateAddress,
        );
      }),
    );
  });
});

describe('guardedLookup', () => {
  it.each([true, false])('refuses a name that resolves to a private address (all: %s)', async (all) => {
    const error = await new Promise((resolve) => guardedLookup('localhost', { all }, (problem) => resolve(problem)));
    expect(error).toMatchObject({ code: 'EBLOCKED' });
  });
});
