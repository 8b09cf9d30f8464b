import { Module } from '@nestjs/common';
import { Providers } from './providers.ts';

@Module({ providers: [Providers], exports: [Providers] })
export class ProvidersModule {}

export { askProvider } from './ask-provider.ts';
export { ProviderError } from './provider-error.ts';
export type { GuardedProvider } from './guarded-provider.ts';
export type { AnswerShape, CaptionProvider, RawAnswer } from './provider.port.ts';
export { nothingUsed, together } from './spending.ts';
export type { Usage } from './spending.ts';
export { Providers };
