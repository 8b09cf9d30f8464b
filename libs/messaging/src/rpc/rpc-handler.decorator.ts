import { Catch, UseFilters } from '@nestjs/common';
import type { RpcExceptionFilter } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { RpcContract } from '@postloom/contracts';
import { throwError } from 'rxjs';
import type { Observable } from 'rxjs';

/** Extras that Nest passes to the transport along with the handler. */
export interface RpcHandlerExtras {
  readonly contract: RpcContract;
}

/** Nest turns every unknown error into "Internal server error"; the transport needs the error itself to answer its code. */
@Catch()
export class PassErrorsOn implements RpcExceptionFilter<unknown, unknown> {
  catch(exception: unknown): Observable<unknown> {
    return throwError(() => exception);
  }
}

/** `@MessagePattern` bound to a contract; the two parameters become input and context without decorators of their own. */
export function bindRpcHandler<F>(
  contract: RpcContract,
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<F>,
): void {
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
  UseFilters(PassErrorsOn)(target, key, descriptor as PropertyDescriptor);
  const extras: RpcHandlerExtras = { contract };
  MessagePattern(contract.subject, extras)(target, key, descriptor as PropertyDescriptor);
}
