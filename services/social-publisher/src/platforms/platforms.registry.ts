import { Clock, CONFIG, HttpClient, Random } from '@postloom/chassis';
import { platforms } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { PublisherConfig } from '../config.ts';
import { definitions } from './definitions.ts';
import type { AppSettings } from './definition.ts';
import type { SocialPlatform } from './platform.port.ts';
import { settingsOf } from './settings.ts';

/**
 * The platforms that this installation has an app for. A platform without credentials is absent:
 * connecting it shows the setup steps.
 */
@Injectable()
export class Platforms {
  private readonly apps = new Map<Platform, AppSettings>();
  private readonly adapters = new Map<Platform, SocialPlatform>();

  /** @throws {ConfigError} a platform's addresses are set only in part */
  constructor(@Inject(CONFIG) config: PublisherConfig, http: HttpClient, clock: Clock, random: Random) {
    const tools = { http, now: () => clock.now(), boundary: () => `postloom-${random.token(18)}` };
    for (const definition of definitions) {
      const app = settingsOf(definition, config, {
        callTimeoutMs: config.publishCallTimeoutMs,
        quarantineMs: config.publishQuarantineMs ?? definition.quarantineMs,
        pace: null,
      });
      this.apps.set(definition.id, app);
      if (app.clientId !== '' && app.clientSecret !== '') {
        this.adapters.set(definition.id, definition.create(app, tools));
      }
    }
  }

  /** Null: not set up on this installation. */
  find(platform: Platform): SocialPlatform | null {
    return this.adapters.get(platform) ?? null;
  }

  /** All that are configured. */
  all(): readonly SocialPlatform[] {
    return platforms.flatMap((platform) => this.adapters.get(platform) ?? []);
  }

  /** What is configured for a platform, even when its credentials are missing. */
  app(platform: Platform): AppSettings {
    const app = this.apps.get(platform);
    if (app === undefined) {
      throw new Error(`${platform} has no definition`);
    }
    return app;
  }
}
