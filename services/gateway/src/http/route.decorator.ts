import {
  applyDecorators,
  createParamDecorator,
  Delete,
  Get,
  Header,
  HttpCode,
  Post,
  Put,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { isListAnswer } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';
import type { z } from 'zod';
import { callerOf } from './caller.ts';
import { ListAnswer } from './list-answer.ts';
import { parseRequest } from './parse-request.ts';
import { whenLeft } from './request.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';
import { fastifyPath } from './route-table.ts';

export const ROUTE_CONTRACT = 'postloom:route';

const verbs = { GET: Get, POST: Post, PUT: Put, DELETE: Delete } as const;

/**
 * Binds a controller method to a contract: method, path, status and access. A route without a contract is unknown to the guard and answers
 * 401 (deny by default); a contract without a method fails the boot check.
 */
export function Route(contract: RouteContract): MethodDecorator {
  const decorators = [SetMetadata(ROUTE_CONTRACT, contract), verbs[contract.method](fastifyPath(contract))];
  if (contract.status !== 302) {
    decorators.push(HttpCode(contract.status));
  }
  if (contract.answer) {
    decorators.push(Header('content-type', 'application/json; charset=utf-8'));
  }
  if (isListAnswer(contract.answer)) {
    decorators.push(UseInterceptors(ListAnswer));
  }
  return applyDecorators(...decorators);
}

/** What `@Input()` hands to a handler: the three parts as the contract's schemas give them. */
export type InputFor<R extends RouteContract> =
  R extends RouteContract<infer P, infer Q, infer B, z.ZodType>
    ? { readonly params: z.output<P>; readonly query: z.output<Q>; readonly body: z.output<B> }
    : never;

/** The request's parts, decoded by the route's contract. Throws `validation_failed`, `invalid_id` or `invalid_date`. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const contract = Reflect.getMetadata(ROUTE_CONTRACT, context.getHandler()) as RouteContract;
  return parseRequest(contract, context.switchToHttp().getRequest<GatewayRequest>());
});

/** The caller to pass to the services (see `callerOf`). */
export const Who = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<GatewayRequest>()),
);

/** Aborted when the browser leaves before it has its answer: for calls whose owner then stops (`cancellable`). */
export const Leaving = createParamDecorator((_: unknown, context: ExecutionContext) =>
  whenLeft(context.switchToHttp().getResponse<GatewayReply>()),
);
