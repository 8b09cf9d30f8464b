import { describe, expect, it } from '@jest/globals';
import { mayEditBusiness, valuesOf } from './business.ts';

describe('values of a business', () => {
  it('hold what was sent and nothing else', () => {
    expect([...valuesOf({})]).toEqual([]);
    expect([...valuesOf({ description: 'Bread', timeZone: 'Europe/Vienna' })]).toEqual([
      ['description', 'Bread'],
      ['time_zone', 'Europe/Vienna'],
    ]);
  });

  it('trim texts; white space alone clears a text', () => {
    const values = valuesOf({ name: '  Bakery Huber ', targetAudience: ' \n', keyServices: null });
    expect(values.get('name')).toBe('Bakery Huber');
    expect(values.get('target_audience')).toBeNull();
    expect(values.get('key_services')).toBeNull();
  });

  it("clear the own industry name with any industry but 'other'", () => {
    expect(
      valuesOf({ industryType: 'fitness', customIndustryName: 'Climbing' }).get('custom_industry_name'),
    ).toBeNull();
    expect(valuesOf({ industryType: 'other', customIndustryName: 'Climbing' }).get('custom_industry_name')).toBe(
      'Climbing',
    );
    expect(valuesOf({ name: 'x' }).has('custom_industry_name')).toBe(false);
  });

  it('write colours as JSON', () => {
    expect(valuesOf({ brandColors: { primary: '#2B4C8C', secondary: '#FBF8F3' } }).get('brand_colors')).toBe(
      '{"primary":"#2B4C8C","secondary":"#FBF8F3"}',
    );
    expect(valuesOf({ brandColors: null }).get('brand_colors')).toBeNull();
  });
});

describe('roles', () => {
  it('let owner and admin edit the profile, nobody else', () => {
    expect((['owner', 'admin', 'editor', 'approver', 'viewer'] as const).filter(mayEditBusiness)).toEqual([
      'owner',
      'admin',
    ]);
  });
});
