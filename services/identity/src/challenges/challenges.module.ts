import { Module } from '@nestjs/common';
import { ChallengesRepository } from './challenges.repository.ts';
import { Challenges } from './challenges.ts';

@Module({ providers: [ChallengesRepository, Challenges], exports: [Challenges] })
export class ChallengesModule {}
