import { describe, expect, it } from '@jest/globals';
import { changedPaces } from './paces.ts';

describe('a run with production’s pauses', () => {
  it('names every setting that tests shorten', () => {
    const shortened = {
      PUBLISH_RETRY_DELAYS_MS: '10,10',
      PUBLISH_LEASE_SECONDS: '3',
      EVENT_RETRY_MS: '4',
      FEED_EVERY_MS: '500',
      RELAY_EVERY_MS: '100',
      LINKEDIN_MEMBER_WAIT_MS: '10',
      NOTICE_MAIL_AFTER_SECONDS: '1',
      TIKTOK_PACE_SECONDS: '1',
      SANDBOX_QUOTAS: 'off',
      POSTLOOM_RATE_LIMITS: 'off',
    };
    expect(changedPaces({ ...shortened, PATH: '/bin', POSTLOOM_REPLICAS: '4', EVENT_WINDOW: '' })).toEqual(
      Object.keys(shortened).toSorted(),
    );
  });
});
