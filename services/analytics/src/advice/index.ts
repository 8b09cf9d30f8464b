import { Module } from '@nestjs/common';
import { PoolsModule } from '../pools/index.ts';
import { GiveAdvice } from './give-advice.ts';
import { MeasuredPostsRepository } from './measured-posts.repository.ts';

@Module({ imports: [PoolsModule], providers: [GiveAdvice, MeasuredPostsRepository], exports: [GiveAdvice] })
export class AdviceModule {}

export { GiveAdvice };
