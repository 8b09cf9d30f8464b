import { Injectable } from '@nestjs/common';
import { WorkSignal } from '../work-signal.ts';

/** A schedule or an occurrence may be ready: the worker's two loops listen. */
@Injectable()
export class RecurrenceSignal extends WorkSignal {}
