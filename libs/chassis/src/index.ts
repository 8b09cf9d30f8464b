export { BlockedAddress, guardedLookup, isPrivateAddress } from './address-guard.ts';
export { bootstrap } from './bootstrap.ts';
export type { BootstrapOptions } from './bootstrap.ts';
export { ChassisModule, CONFIG } from './chassis.module.ts';
export { Clock, SystemClock } from './clock.ts';
export { registerCommand } from './commands.ts';
export type { Command } from './commands.ts';
export {
  ConfigError,
  days,
  defineConfig,
  environmentName,
  onOff,
  overrideEnvironment,
  rateLimit,
  reading,
  requireConfig,
  settingFiles,
} from './config.ts';
export type { ConfigOf, RateLimit, ServiceConfig } from './config.ts';
export { requestContext } from './context.ts';
export type { ContextFields } from './context.ts';
export { isError, messageOf } from './errors.ts';
export { FairQueue } from './fair-queue.ts';
export type { FairQueueSettings, Turn } from './fair-queue.ts';
export { HealthRegistry } from './health.ts';
export { HttpClient } from './http-client.ts';
export type { OutboundRequest, OutboundResponse, OutboundStream } from './http-client.ts';
export { OutboundError } from './outbound-error.ts';
export type { OutboundErrorKind } from './outbound-error.ts';
export { parseForeignJson } from './json.ts';
export { sdkFetch } from './sdk-fetch.ts';
export { startInternalServer } from './internal-server.ts';
export type { InternalServer } from './internal-server.ts';
export { createLogger, Logger } from './logger.ts';
export type { LogFields, LogLevel } from './logger.ts';
export { Loop, Loops } from './loops.ts';
export type { LoopSettings } from './loops.ts';
export { mapInTurns } from './map-in-turns.ts';
export {
  Counter,
  counter,
  defineMetrics,
  Gauge,
  gauge,
  Histogram,
  histogram,
  metricsText,
  metricsWithoutUnit,
} from './metrics.ts';
export type { Labels } from './metrics.ts';
export { momentText } from './moment-text.ts';
export { NamedWords, rankNames } from './named-words.ts';
export type { RankedName } from './named-words.ts';
export { Random } from './random.ts';
export { redact, redactText } from './redaction.ts';
export { ShutdownRegistry } from './shutdown.ts';
export type { ShutdownPhase } from './shutdown.ts';
export { spend, spendingInto } from './spent-bytes.ts';
export { identityCheck, trustExtraAuthorities, watchCertificate } from './trust.ts';
export {
  currentTraceparent,
  flushTracing,
  parseTraceparent,
  runWithTraceparent,
  spanEvents,
  startTracing,
  stopTracing,
  withSpan,
} from './tracing.ts';
export type { SpanAttributes, SpanRole, SpanSettings, WorkSpan } from './tracing.ts';
export { watchedBody } from './watched-body.ts';
export { endOfPrefix, fits, gramsOf, meantBy, termsOf, weighedWords, wordsOf } from './words.ts';
export { ZoneClock } from './zone-clock.ts';
