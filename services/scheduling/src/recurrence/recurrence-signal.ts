import { Injectable } from '@nestjs/common';
import { WorkSignal } from '../work-signal.ts';

/** A schedule or an occurrence may be ready: their workers listen. */
@Injectable()
export class RecurrenceSignal extends WorkSignal {}
