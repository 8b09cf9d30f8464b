import { Module } from '@nestjs/common';
import { GiveAdvice } from './give-advice.ts';
import { MeasuredPostsRepository } from './measured-posts.repository.ts';

@Module({ providers: [GiveAdvice, MeasuredPostsRepository], exports: [GiveAdvice] })
export class AdviceModule {}

export { GiveAdvice };
