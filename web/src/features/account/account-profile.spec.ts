import { describe, expect, it } from 'vitest';
import { displayName } from './components/account-profile-card.tsx';
import { anna } from './testing/pages.tsx';

describe('display name', () => {
  it('is the full name, else the address', () => {
    expect(displayName(anna)).toBe('anna@juniper-rye.example');
    expect(displayName({ ...anna, firstName: 'Anna', lastName: 'Keller' })).toBe('Anna Keller');
  });
});
