import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { CreateStarterWeek } from './create-starter-week.ts';
import { StarterWeekRpc } from './starter-week.rpc.ts';
import { UndoStarterWeek } from './undo-starter-week.ts';

@Module({
  imports: [FactsModule, PostsModule],
  controllers: [StarterWeekRpc],
  providers: [CreateStarterWeek, UndoStarterWeek],
})
export class StarterWeekModule {}
