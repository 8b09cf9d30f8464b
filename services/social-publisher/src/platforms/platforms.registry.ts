import { Clock, CONFIG, HttpClient, Random } from '@postloom/chassis';
import type { Platform } from '@postloom/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { PublisherConfig } from '../config.ts';
import { FacebookAdapter } from './facebook/facebook.adapter.ts';
import { InstagramAdapter } from './instagram/instagram.adapter.ts';
import type { PlatformTiming, SocialPlatform } from './platform.port.ts';
import { LinkedInAdapter } from './linkedin/linkedin.adapter.ts';
import { TikTokAdapter } from './tiktok/tiktok.adapter.ts';
import { XAdapter } from './x/x.adapter.ts';

/** After a lost call: how long each platform may still make it public (platform-apis 0.4). */
const quarantineMs = {
  instagram: 45_000,
  facebook: 60_000,
  twitter: 45_000,
  linkedin: 60_000,
  tiktok: 60_000,
} as const;

/**
 * The platforms that this installation has an app for. A platform without credentials is absent:
 * connecting it shows the setup steps.
 */
@Injectable()
export class Platforms {
  private readonly adapters: ReadonlyMap<Platform, SocialPlatform>;

  constructor(@Inject(CONFIG) config: PublisherConfig, http: HttpClient, clock: Clock, random: Random) {
    const now = (): Date => clock.now();
    const boundary = (): string => `postloom-${random.token(18)}`;
    const timing = (platform: keyof typeof quarantineMs): PlatformTiming => ({
      callTimeoutMs: config.publishCallTimeoutMs,
      quarantineMs: config.publishQuarantineMs ?? quarantineMs[platform],
    });
    const adapters: SocialPlatform[] = [];
    if (config.instagramClientId !== '' && config.instagramClientSecret !== '') {
      adapters.push(
        new InstagramAdapter(
          http,
          {
            clientId: config.instagramClientId,
            clientSecret: config.instagramClientSecret,
            authorizeUrl: config.instagramAuthorizeUrl,
            tokenUrl: config.instagramTokenUrl,
            graphUrl: config.instagramGraphUrl,
            version: config.instagramApiVersion,
            timing: timing('instagram'),
          },
          now,
        ),
      );
    }
    if (config.facebookClientId !== '' && config.facebookClientSecret !== '') {
      adapters.push(
        new FacebookAdapter(
          http,
          {
            clientId: config.facebookClientId,
            clientSecret: config.facebookClientSecret,
            authorizeUrl: config.facebookAuthorizeUrl,
            apiUrl: config.facebookApiUrl,
            version: config.facebookApiVersion,
            timing: timing('facebook'),
          },
          now,
          boundary,
        ),
      );
    }
    if (config.xClientId !== '' && config.xClientSecret !== '') {
      adapters.push(
        new XAdapter(
          http,
          {
            clientId: config.xClientId,
            clientSecret: config.xClientSecret,
            authorizeUrl: config.xAuthorizeUrl,
            apiUrl: config.xApiUrl,
            webUrl: config.xWebUrl,
            timing: timing('twitter'),
          },
          now,
          boundary,
        ),
      );
    }
    if (config.linkedinClientId !== '' && config.linkedinClientSecret !== '') {
      adapters.push(
        new LinkedInAdapter(
          http,
          {
            clientId: config.linkedinClientId,
            clientSecret: config.linkedinClientSecret,
            authorizeUrl: config.linkedinAuthorizeUrl,
            tokenUrl: config.linkedinTokenUrl,
            apiUrl: config.linkedinApiUrl,
            webUrl: config.linkedinWebUrl,
            version: config.linkedinApiVersion,
            hasOrganizations: config.linkedinCommunityManagement,
            memberWaitMs: config.linkedinMemberWaitMs,
            timing: timing('linkedin'),
          },
          now,
        ),
      );
    }
    if (config.tiktokClientId !== '' && config.tiktokClientSecret !== '') {
      adapters.push(
        new TikTokAdapter(
          http,
          {
            clientId: config.tiktokClientId,
            clientSecret: config.tiktokClientSecret,
            authorizeUrl: config.tiktokAuthorizeUrl,
            apiUrl: config.tiktokApiUrl,
            webUrl: config.tiktokWebUrl,
            privacyLevel: config.tiktokPrivacyLevel ?? null,
            timing: timing('tiktok'),
          },
          now,
        ),
      );
    }
    this.adapters = new Map(adapters.map((adapter) => [adapter.platform, adapter]));
  }

  /** Null: not set up on this installation. */
  find(platform: Platform): SocialPlatform | null {
    return this.adapters.get(platform) ?? null;
  }

  /** All that are set up. */
  all(): readonly SocialPlatform[] {
    return [...this.adapters.values()];
  }
}
