export { ByteProxy } from './byte-proxy.ts';
export { callerOf, principalOf } from './caller.ts';
export { installHooks, LARGEST_BODY_BYTES } from './hooks.ts';
export { HttpModule } from './http.module.ts';
export type { GatewayReply, GatewayRequest } from './request.ts';
export { parseRequest } from './parse-request.ts';
export { Input, Route, Who } from './route.decorator.ts';
export type { InputFor } from './route.decorator.ts';
export { SessionCookie } from './session-cookie.ts';
