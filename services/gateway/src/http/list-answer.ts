import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { ReadAnswer } from '@postloom/messaging';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import type { GatewayReply } from './request.ts';

/** Sends a list's bytes; a header marks one that was cut. The handler returns the result of `rpc.read`. */
@Injectable()
export class ListAnswer implements NestInterceptor<ReadAnswer, Uint8Array | null> {
  intercept(context: ExecutionContext, next: CallHandler<ReadAnswer>): Observable<Uint8Array | null> {
    const reply = context.switchToHttp().getResponse<GatewayReply>();
    return next.handle().pipe(
      map(({ bytes, isTruncated }) => {
        if (isTruncated) {
          reply.header('x-truncated', 'true');
        }
        return bytes;
      }),
    );
  }
}
