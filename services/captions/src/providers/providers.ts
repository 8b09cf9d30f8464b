import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient } from '@postloom/chassis';
import { aiProviders, AppError } from '@postloom/contracts';
import type { AiProvider } from '@postloom/contracts';
import type { CaptionsConfig } from '../config.ts';
import { AnthropicProvider } from './anthropic.provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import type { CaptionProvider } from './provider.port.ts';

/** The configured providers, in the order people see them. */
@Injectable()
export class Providers {
  private readonly byId: ReadonlyMap<AiProvider, CaptionProvider>;
  private readonly apiKeys: readonly string[];

  constructor(http: HttpClient, @Inject(CONFIG) config: CaptionsConfig) {
    const { openaiApiKey, anthropicApiKey, xaiApiKey } = config;
    const configured: CaptionProvider[] = [
      ...(openaiApiKey
        ? [
            new OpenAiProvider({
              http,
              id: 'openai',
              apiKey: openaiApiKey,
              baseUrl: config.openaiBaseUrl,
              model: config.openaiModel,
              price: config.openaiPrice,
            }),
          ]
        : []),
      ...(anthropicApiKey
        ? [
            new AnthropicProvider({
              http,
              apiKey: anthropicApiKey,
              baseUrl: config.anthropicBaseUrl,
              model: config.anthropicModel,
              price: config.anthropicPrice,
            }),
          ]
        : []),
      ...(xaiApiKey
        ? [
            new OpenAiProvider({
              http,
              id: 'grok',
              apiKey: xaiApiKey,
              baseUrl: config.xaiBaseUrl,
              model: config.xaiModel,
              price: config.xaiPrice,
            }),
          ]
        : []),
    ];
    this.apiKeys = [openaiApiKey, anthropicApiKey, xaiApiKey].filter((key) => key !== undefined);
    this.byId = new Map(configured.map((provider) => [provider.id, provider]));
  }

  /** Our keys at the providers, to recognise them in an answer. */
  keys(): readonly string[] {
    return this.apiKeys;
  }

  has(id: AiProvider): boolean {
    return this.byId.has(id);
  }

  /** In the order people see them. */
  all(): AiProvider[] {
    return aiProviders.map(({ id }) => id).filter((id) => this.byId.has(id));
  }

  /** @throws AppError provider_not_configured */
  get(id: AiProvider): CaptionProvider {
    const provider = this.byId.get(id);
    if (!provider) {
      throw new AppError('provider_not_configured');
    }
    return provider;
  }

  /** The default of a business that has not chosen: the first configured provider. */
  first(): AiProvider {
    return aiProviders.find(({ id }) => this.byId.has(id))?.id ?? 'openai';
  }
}
