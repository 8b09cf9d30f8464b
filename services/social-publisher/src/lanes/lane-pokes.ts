import { Injectable } from '@nestjs/common';

/** Tells the lane worker of this process that there is work; other processes find it by their poll. */
@Injectable()
export class LanePokes {
  private listener: (() => void) | undefined;

  whenPoked(listener: () => void): void {
    this.listener = listener;
  }

  poke(): void {
    this.listener?.();
  }
}
