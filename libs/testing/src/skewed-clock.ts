import { SystemClock } from '@postloom/chassis';

/** A machine whose wall clock is wrong by this many milliseconds; time passes on it as anywhere. */
export class SkewedClock extends SystemClock {
  constructor(public skewMs = 0) {
    super();
  }

  override now(): Date {
    return new Date(super.now().getTime() + this.skewMs);
  }
}
