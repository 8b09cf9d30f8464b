export { BatchWorker } from './batch-worker.ts';
export type { BatchSettings } from './batch-worker.ts';
export { Database } from './database.ts';
export type { DatabaseOptions } from './database.ts';
export { Entitlements } from './entitlements.ts';
export type { PayerPlan, PlanSource } from './entitlements.ts';
export { bodyHash, Idempotency } from './idempotency.ts';
export type { KeyedCaller } from './idempotency.ts';
export { KeyRing, openFor, sealFor } from './envelope.ts';
export type { AssociatedData, Sealed } from './envelope.ts';
export { ErasurePlan, ErasureWorker } from './erasure.worker.ts';
export type { ErasureStep } from './erasure.worker.ts';
export { PersonErasurePlan, PersonErasureWorker, quotaSteps } from './person-erasure.worker.ts';
export type { PersonStep } from './person-erasure.worker.ts';
export { Housekeeping } from './housekeeping.ts';
export type { HousekeepingJob } from './housekeeping.ts';
export { backoffSeconds, LeasedTableWorker, LeasedWorker, WorkerTools } from './leased-worker.ts';
export type { LeasedTableSettings, Run, WorkerSettings } from './leased-worker.ts';
export { Leases } from './leases.ts';
export type { ClaimOptions, FairClaimOptions, FairTurn, LeasedRow, ReadyAt } from './leases.ts';
export { emptyList, listPage, LONGEST_ARRAY, TruncatedList } from './list-pages.ts';
export type { List, ListOrder, ListPage, PageQuery, PositionedRow } from './list-pages.ts';
export { MissingFact } from './missing-fact.ts';
export { missingMigrations, runMigrations } from './migration-runner.ts';
export type { MigrationClass, MigrationOptions } from './migration-runner.ts';
export { infrastructureMigrations } from './migrations/infrastructure/index.ts';
export { infrastructureTables } from './migrations/infrastructure/20261120-001-base.ts';
export { tombstonesOf } from './migrations/infrastructure/20261122-011-erasures.ts';
export {
  fairIndex,
  indexConcurrently,
  leasedColumns,
  leasedIndex,
  partitionedTable,
  systemScopeByRole,
  tenantTable,
} from './migrations/schema-sql.ts';
export type { PartitionRule } from './migrations/schema-sql.ts';
export { PersistenceModule } from './persistence.module.ts';
export type { PersistenceOptions } from './persistence.module.ts';
export { Quotas } from './quotas.ts';
export type { MetricState, QuotaRequest } from './quotas.ts';
export { addRetention, oldRows, removeOld } from './retention.ts';
export type { RetentionRule } from './retention.ts';
export { Scope } from './scope.ts';
export {
  constraintOf,
  isConnectionLoss,
  isSerializationConflict,
  isUniqueViolation,
  sqlState,
  toAppError,
} from './sql-errors.ts';
export type { ThrottleKey } from './throttle-key.ts';
export { Throttles } from './throttles.ts';
export { blocksErasure, Tombstones } from './tombstones.ts';
export { Tx } from './tx.ts';
export type { EmitFacts } from './tx.ts';
export { LONGEST_TRANSACTION_MS, Uow } from './uow.ts';
export type { UowOptions } from './uow.ts';
export { fitOf, isWordOf, WordIndex } from './word-index.ts';
export type { AddParameter, Breadth, MeantWords, WordTables } from './word-index.ts';
