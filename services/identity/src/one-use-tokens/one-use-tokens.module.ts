import { Module } from '@nestjs/common';
import { OneUseTokensRepository } from './one-use-tokens.repository.ts';
import { OneUseTokens } from './one-use-tokens.ts';

@Module({ providers: [OneUseTokensRepository, OneUseTokens], exports: [OneUseTokens] })
export class OneUseTokensModule {}
