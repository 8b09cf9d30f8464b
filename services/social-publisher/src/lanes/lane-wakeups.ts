import { Injectable } from '@nestjs/common';

/** Wakes the lane worker of this process; other processes find the work by polling. */
@Injectable()
export class LaneWakeups {
  private listener: (() => void) | undefined;

  onWake(listener: () => void): void {
    this.listener = listener;
  }

  wake(): void {
    this.listener?.();
  }
}
