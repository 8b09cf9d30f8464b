import { Controller } from '@nestjs/common';
import { starterWeekRpc } from '@postloom/contracts';
import type { ParsedInputOf, StarterWeek, StarterWeekUndone } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { CreateStarterWeek } from './create-starter-week.ts';
import { UndoStarterWeek } from './undo-starter-week.ts';

@Controller()
export class StarterWeekRpc {
  constructor(
    private readonly createStarterWeek: CreateStarterWeek,
    private readonly undoStarterWeek: UndoStarterWeek,
  ) {}

  @Rpc(starterWeekRpc.starterWeekCreate)
  create(input: ParsedInputOf<typeof starterWeekRpc.starterWeekCreate>, context: RpcContext): Promise<StarterWeek> {
    return this.createStarterWeek.execute(input, context);
  }

  @Rpc(starterWeekRpc.starterWeekUndo)
  undo({ ids }: ParsedInputOf<typeof starterWeekRpc.starterWeekUndo>, context: RpcContext): Promise<StarterWeekUndone> {
    return this.undoStarterWeek.execute(ids, context);
  }
}
