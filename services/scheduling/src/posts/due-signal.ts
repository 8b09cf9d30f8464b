import { Injectable } from '@nestjs/common';
import { WorkSignal } from '../work-signal.ts';

/** Raised when something is due at once; wakes the dispatcher. */
@Injectable()
export class DueSignal extends WorkSignal {}
