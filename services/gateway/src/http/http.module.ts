import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { RequestLimits } from './request-limits.ts';
import { RouteBootCheck } from './boot-check.ts';
import { ByteProxy } from './byte-proxy.ts';
import { DownloadTurns } from './download-turns.ts';
import { ErrorFilter } from './error.filter.ts';
import { Principals } from './principals.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionGuard } from './session.guard.ts';
import { SessionStrategy } from './session.strategy.ts';
import { UploadTurns } from './upload-turns.ts';

@Global()
@Module({
  imports: [PassportModule, DiscoveryModule],
  providers: [
    SessionCookie,
    SessionStrategy,
    Principals,
    RequestLimits,
    ByteProxy,
    DownloadTurns,
    UploadTurns,
    ErrorFilter,
    RouteBootCheck,
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_FILTER, useExisting: ErrorFilter },
  ],
  exports: [SessionCookie, ByteProxy, UploadTurns, ErrorFilter],
})
export class HttpModule {}
