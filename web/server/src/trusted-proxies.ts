import { BlockList, isIP } from 'node:net';

/** Networks by the names that the gateway's setting knows as well. */
const named: Readonly<Record<string, readonly string[]>> = {
  none: [],
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an address is that of a proxy whose `X-Forwarded-…` headers are believed. */
export type TrustedProxies = (address: string) => boolean;

/** Reads addresses (`10.1.2.3`), networks (`10.0.0.0/8`) and names of networks (`loopback`). Throws on anything else. */
export const trustedProxies = (words: readonly string[]): TrustedProxies => {
  const list = new BlockList();
  for (const word of words.flatMap((one) => named[one] ?? [one])) {
    const [address = '', bits, ...more] = word.split('/');
    const most = { 4: 32, 6: 128, 0: -1 }[isIP(address)] ?? -1;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (more.length > 0 || prefix < 0 || prefix > most) {
      throw new Error(`TRUSTED_PROXIES has no address, network or name of one: ${word}`);
    }
    list.addSubnet(address, prefix, family(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
};
