import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { aiProviders } from '@postloom/contracts';
import type { AiProvider, AiSettings, AiSettingsChange } from '@postloom/contracts';
import type { z } from 'zod';
import { Scope, Tombstones, Uow } from '@postloom/persistence';
import type { CaptionsConfig } from '../config.ts';
import { Providers } from '../providers/index.ts';
import { SettingsRepository } from './settings.repository.ts';

/** Which provider a business uses, and which are available. */
@Injectable()
export class ReadAiSettings {
  constructor(
    private readonly uow: Uow,
    private readonly settings: SettingsRepository,
    private readonly providers: Providers,
    @Inject(CONFIG) private readonly config: CaptionsConfig,
  ) {}

  /** Without a business the answer is what a new one would use. */
  async execute(businessId: string | null): Promise<z.infer<typeof AiSettings>> {
    const { provider, failover } =
      businessId === null
        ? { provider: null, failover: false }
        : await this.uow.run(Scope.business(businessId), (tx) => this.settings.choice(tx, businessId), {
            readOnly: true,
          });
    return {
      currentProvider: provider ?? this.providers.first(),
      failover,
      providers: aiProviders.map(({ id, label }) => ({
        id,
        label,
        configured: this.providers.has(id),
        note: this.noteFor(id),
      })),
    };
  }

  /** The note belongs to addresses: a provider at another address has none. */
  private noteFor(provider: AiProvider): string | null {
    const { aiEndpointNote, aiEndpointNoteFor, openaiBaseUrl, anthropicBaseUrl, xaiBaseUrl } = this.config;
    const address = { openai: openaiBaseUrl, anthropic: anthropicBaseUrl, grok: xaiBaseUrl }[provider];
    const isMeant = aiEndpointNoteFor !== undefined && address.startsWith(`${aiEndpointNoteFor.replace(/\/+$/, '')}/`);
    return isMeant ? (aiEndpointNote ?? null) : null;
  }
}

/** Switches a business to another provider, or says whether others may stand in for it; at once. */
@Injectable()
export class ChooseProvider {
  constructor(
    private readonly uow: Uow,
    private readonly settings: SettingsRepository,
    private readonly providers: Providers,
    private readonly erased: Tombstones,
  ) {}

  /** @throws AppError provider_not_configured, not_found (the business was deleted) */
  async execute(businessId: string, change: z.infer<typeof AiSettingsChange>): Promise<void> {
    if (change.provider !== undefined) {
      this.providers.get(change.provider);
    }
    await this.uow.run(Scope.business(businessId), async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      await this.settings.saveChoice(tx, businessId, change);
    });
  }
}
