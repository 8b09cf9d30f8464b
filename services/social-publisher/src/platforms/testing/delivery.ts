import type { Delivery } from '../platform.port.ts';

/** A post without pictures, unless `more` says otherwise. */
export function deliveryOf(more: Partial<Delivery> = {}): Delivery {
  return {
    accountRemoteId: '7',
    username: 'shop',
    caption: 'Warm rolls',
    photoCount: 0,
    tokens: { accessToken: 'token', refreshToken: null, grantToken: null, issuedAt: '', expiresAt: null },
    photos: () => Promise.resolve([]),
    budget: () => undefined,
    ...more,
  };
}
