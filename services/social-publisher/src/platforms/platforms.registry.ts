import { Clock, CONFIG, HttpClient, Random, settingFiles } from '@postloom/chassis';
import { platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { PublisherConfig } from '../config.ts';
import type { AppSettings, PlatformDefinition, PlatformTools } from './definition.ts';
import type { SocialPlatform } from './platform.port.ts';
import { onlyTo } from './server-http.ts';
import { settingsOf } from './settings.ts';

/** The definitions that the registry is made of. */
export const DEFINITIONS = Symbol('platform definitions');

interface Entry {
  readonly definition: PlatformDefinition;
  readonly app: AppSettings;
  /** Null: not set up, or made for each server. */
  readonly adapter: SocialPlatform | null;
}

/**
 * The platforms that this installation has an app for. A platform without credentials is absent:
 * connecting it shows the setup steps.
 */
@Injectable()
export class Platforms implements OnModuleDestroy {
  private entries: ReadonlyMap<Platform, Entry>;
  private readonly tools: PlatformTools;
  private readonly forget: () => void;

  /** @throws {ConfigError} a platform's addresses are set only in part */
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    @Inject(DEFINITIONS) private readonly definitions: readonly PlatformDefinition[],
    http: HttpClient,
    clock: Clock,
    random: Random,
  ) {
    this.tools = { http, now: () => clock.now(), boundary: () => `postloom-${random.token(18)}` };
    this.entries = this.configured();
    // The secret of an app was changed.
    this.forget = settingFiles.whenChanged(() => {
      this.entries = this.configured();
    });
  }

  onModuleDestroy(): void {
    this.forget();
  }

  /** Whether this installation has an app for it. */
  isSetUp(platform: Platform): boolean {
    const { definition, app } = this.entry(platform);
    return isComplete(definition, app);
  }

  /** Whether its accounts live on servers of their own. */
  hasOwnServers(platform: Platform): boolean {
    return this.entry(platform).definition.hasOwnServers;
  }

  /**
   * The adapter for accounts on the server `origin`; null where the platform has one address for all. Null: not set up on this
   * installation. @throws {Error} an origin is missing, or one is given to a platform that has no servers
   */
  find(platform: Platform, origin: string | null): SocialPlatform | null {
    const { definition, app, adapter } = this.entry(platform);
    if (definition.hasOwnServers !== (origin !== null)) {
      throw new Error(`${platform}: accounts ${origin === null ? 'need' : 'have no'} servers of their own`);
    }
    if (origin === null || !isComplete(definition, app)) {
      return adapter;
    }
    const http = onlyTo(this.tools.http, origin, platformRules[platform].name);
    return definition.create(settingsOn(app, origin), { ...this.tools, http });
  }

  /** What is configured for a platform, even when its credentials are missing. */
  app(platform: Platform): AppSettings {
    return this.entry(platform).app;
  }

  private configured(): Map<Platform, Entry> {
    const { config, tools } = this;
    const entries = new Map<Platform, Entry>();
    for (const definition of this.definitions) {
      const app = settingsOf(definition, config, {
        callTimeoutMs: config.publishCallTimeoutMs,
        quarantineMs: config.publishQuarantineMs ?? definition.quarantineMs,
        pace: null,
      });
      const isOne = !definition.hasOwnServers && isComplete(definition, app);
      entries.set(definition.id, { definition, app, adapter: isOne ? definition.create(app, tools) : null });
    }
    return entries;
  }

  private entry(platform: Platform): Entry {
    const entry = this.entries.get(platform);
    if (entry === undefined) {
      throw new Error(`${platform} has no definition`);
    }
    return entry;
  }
}

/** Servers that people choose never get a secret of the installation, so an app on them has none. */
function isComplete(definition: PlatformDefinition, app: AppSettings): boolean {
  return app.clientId !== '' && (definition.hasOwnServers || app.clientSecret !== '');
}

function settingsOn(app: AppSettings, origin: string): AppSettings {
  return Object.assign({}, app, { clientSecret: '', origin });
}
