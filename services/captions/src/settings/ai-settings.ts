import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { aiProviders } from '@postloom/contracts';
import type { AiProvider, AiSettings } from '@postloom/contracts';
import type { z } from 'zod';
import { Scope, Uow } from '@postloom/persistence';
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
    const chosen =
      businessId === null
        ? null
        : await this.uow.run(Scope.business(businessId), (tx) => this.settings.provider(tx, businessId), {
            readOnly: true,
          });
    return {
      currentProvider: chosen ?? this.providers.first(),
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

/** Switches a business to another provider, at once. */
@Injectable()
export class ChooseProvider {
  constructor(
    private readonly uow: Uow,
    private readonly settings: SettingsRepository,
    private readonly providers: Providers,
  ) {}

  /** @throws AppError provider_not_configured */
  async execute(businessId: string, provider: AiProvider): Promise<void> {
    this.providers.get(provider);
    await this.uow.run(Scope.business(businessId), (tx) => this.settings.saveProvider(tx, businessId, provider));
  }
}
