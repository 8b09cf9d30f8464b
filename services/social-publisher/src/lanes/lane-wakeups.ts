import { Injectable } from '@nestjs/common';

/** Tells the lane worker of this process that there is work; other processes find it by their poll. */
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
