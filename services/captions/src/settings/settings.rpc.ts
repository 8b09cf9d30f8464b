import { Controller } from '@nestjs/common';
import { AppError, captionsRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { ChooseProvider, ReadAiSettings } from './ai-settings.ts';
import { defaultPreferences } from './default-preferences.ts';
import { SettingsRepository } from './settings.repository.ts';

@Controller()
export class SettingsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly settings: SettingsRepository,
    private readonly readAiSettings: ReadAiSettings,
    private readonly chooseProvider: ChooseProvider,
  ) {}

  @Rpc(captionsRpc.aiSettingsGet)
  aiSettings(
    _input: ParsedInputOf<typeof captionsRpc.aiSettingsGet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof captionsRpc.aiSettingsGet>> {
    return this.readAiSettings.execute(context.businessId);
  }

  @Rpc(captionsRpc.aiSettingsSet)
  async chooseAi(
    input: ParsedInputOf<typeof captionsRpc.aiSettingsSet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof captionsRpc.aiSettingsSet>> {
    const businessId = businessOf(context);
    if (context.role === 'viewer') {
      throw new AppError('forbidden');
    }
    await this.chooseProvider.execute(businessId, input);
    return this.readAiSettings.execute(businessId);
  }

  @Rpc(captionsRpc.preferencesGet)
  async preferences(
    _input: ParsedInputOf<typeof captionsRpc.preferencesGet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof captionsRpc.preferencesGet>> {
    const userId = personOf(context);
    return (
      (await this.uow.run(Scope.global(), (tx) => this.settings.preferences(tx, userId), { readOnly: true })) ??
      defaultPreferences
    );
  }

  @Rpc(captionsRpc.preferencesSet)
  async savePreferences(
    input: ParsedInputOf<typeof captionsRpc.preferencesSet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof captionsRpc.preferencesSet>> {
    const userId = personOf(context);
    await this.uow.run(Scope.global(), (tx) => this.settings.savePreferences(tx, userId, input));
    return input;
  }
}

function personOf(context: RpcContext): string {
  if (context.userId === null) {
    throw new AppError('unauthorized');
  }
  return context.userId;
}
