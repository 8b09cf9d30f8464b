import { Injectable } from '@nestjs/common';
import { WorkSignal } from '../work-signal.ts';

/** Something is due at once: the dispatcher listens. */
@Injectable()
export class DueSignal extends WorkSignal {}
