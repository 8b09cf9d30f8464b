import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient } from '@postloom/chassis';
import { aiProviders, AppError } from '@postloom/contracts';
import type { AiProvider } from '@postloom/contracts';
import type { CaptionsConfig } from '../config.ts';
import { AnthropicProvider } from './anthropic.provider.ts';
import { GuardedProvider } from './guarded-provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import type { AdapterSettings, CaptionProvider } from './provider.port.ts';

/** The company behind a provider, as the names of its settings begin. */
const companies = { openai: 'openai', anthropic: 'anthropic', grok: 'xai' } as const;

/** The configured providers, in the order people see them. */
@Injectable()
export class Providers {
  private readonly byId: ReadonlyMap<AiProvider, GuardedProvider>;

  constructor(
    private readonly http: HttpClient,
    @Inject(CONFIG) private readonly config: CaptionsConfig,
  ) {
    const configured = aiProviders.map(({ id }) => this.configured(id)).filter((provider) => provider !== null);
    this.byId = new Map(configured.map((provider) => [provider.id, provider]));
  }

  /** Our keys at the providers, to recognise them in an answer. */
  keys(): readonly string[] {
    const { openaiApiKey, anthropicApiKey, xaiApiKey } = this.config;
    return [openaiApiKey, anthropicApiKey, xaiApiKey].filter((key) => key !== undefined);
  }

  has(id: AiProvider): boolean {
    return this.byId.has(id);
  }

  /** In the order people see them. */
  all(): AiProvider[] {
    return aiProviders.map(({ id }) => id).filter((id) => this.byId.has(id));
  }

  /** Every configured one, this one first. */
  order(first: AiProvider | null): AiProvider[] {
    const all = this.all();
    return [...all.filter((id) => id === first), ...all.filter((id) => id !== first)];
  }

  /** @throws AppError provider_not_configured */
  get(id: AiProvider): GuardedProvider {
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

  /** Null without a key. */
  private configured(id: AiProvider): GuardedProvider | null {
    const { config } = this;
    const company = companies[id];
    const firstKey = config[`${company}ApiKey`];
    if (!firstKey) {
      return null;
    }
    const calls = config[`${company}Calls`];
    const settings: AdapterSettings = {
      http: this.http.withConnections(calls),
      apiKey: () => config[`${company}ApiKey`] ?? firstKey,
      baseUrl: config[`${company}BaseUrl`],
      model: config[`${company}Model`],
      price: config[`${company}Price`],
    };
    const adapter: CaptionProvider =
      id === 'anthropic' ? new AnthropicProvider(settings) : new OpenAiProvider({ id, ...settings });
    const { aiRestAfter: restAfter, aiRestSeconds: restSeconds } = config;
    const timeoutMs = config[`${company}TimeoutSeconds`] * 1_000;
    return new GuardedProvider(adapter, { calls, timeoutMs, restAfter, restSeconds });
  }
}
