import { Module } from '@nestjs/common';
import { Providers } from './providers.ts';

@Module({ providers: [Providers], exports: [Providers] })
export class ProvidersModule {}

export { askProvider } from './ask-provider.ts';
export { ProviderError } from './provider.port.ts';
export type { CaptionProvider, RawCaption } from './provider.port.ts';
export { Providers };
