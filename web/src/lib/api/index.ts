export { callRoute, callUpload, downloadRoute, searchOf } from './client.ts';
export { useCreation } from './creation.ts';
export { useEarlyQuery } from './early-query.ts';
export {
  ApiError,
  detailOr,
  isApiError,
  isDeadLink,
  isPlanLimit,
  isUnauthorized,
  messageOr,
  toApiError,
  unreachable,
} from './errors.ts';
export { useIntentKey, useIntentKeys } from './intent-key.ts';
export { listenLive } from './live.ts';
export { ANSWER_MS, sendBody } from './send-body.ts';
export type { RowPatch } from './live-hints.ts';
export { usePageCall } from './page-call.ts';
export { isAccountPath, onPageBusinessChange, pageBusiness, setPageBusinessId, usePageBusiness } from './page-scope.ts';
export { PAGE_ROWS } from './page-rows.ts';
export {
  FIRST_PAGE,
  isTorn,
  knownStarts,
  pageAt,
  pageRows,
  pagesKey,
  pageTotal,
  placesOf,
  routePages,
  startOf,
  type Page,
  type Pages,
  type PageStart,
} from './pages.ts';
export {
  asList,
  createQueryClient,
  invalidateBusiness,
  invalidatePaths,
  knownOf,
  pathOfKey,
  previousOf,
  routeKey,
  routeList,
  routeQuery,
} from './query.ts';
export { routes } from './routes.ts';
export { rowsIn, withRows } from './rows.ts';
export { onSessionLost, reportSessionLost } from './session-lost.ts';
export { watchRoute } from './watch.ts';
