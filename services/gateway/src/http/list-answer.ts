import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { ReadAnswer } from '@postloom/messaging';
import { map } from 'rxjs';
import type { Observable } from 'rxjs';
import type { GatewayReply } from './request.ts';

/** Sends the bytes of a list; one that was cut says so (HTTP contract, Lists). Its handler gives what `rpc.read` answered. */
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
