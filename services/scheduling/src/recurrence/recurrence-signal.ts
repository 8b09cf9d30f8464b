import { Injectable } from '@nestjs/common';
import { WorkSignal } from '../work-signal.ts';

/** Raised when a schedule or an occurrence may be ready; wakes their workers. */
@Injectable()
export class RecurrenceSignal extends WorkSignal {}
