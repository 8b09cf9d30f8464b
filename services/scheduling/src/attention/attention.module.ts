import { Module } from '@nestjs/common';
import { AttentionRpc } from './attention.rpc.ts';
import { TroubledPostsClaims } from './troubled-posts.claims.ts';

/** What needs a person, in all businesses of theirs at once. */
@Module({ controllers: [AttentionRpc], providers: [TroubledPostsClaims] })
export class AttentionModule {}
