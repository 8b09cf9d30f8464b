import { Injectable } from '@nestjs/common';
import { WorkSignal } from '../work-signal.ts';

/** Posts may have to move to another account: their worker listens. */
@Injectable()
export class ReplacementSignal extends WorkSignal {}
