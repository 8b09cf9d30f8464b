export { callRoute, callUpload, pathOf, searchOf, type CallOptions, type UploadOptions } from './client.ts';
export {
  ApiError,
  detailOr,
  isApiError,
  isPostLimit,
  isUnauthorized,
  messageOr,
  toApiError,
  unreachable,
} from './errors.ts';
export { useIntentKey } from './intent-key.ts';
export { listenLive } from './live.ts';
export type { RowPatches } from './live-hints.ts';
export { isAccountPath, onPageBusinessChange, pageBusiness, setPageBusinessId, usePageBusiness } from './page-scope.ts';
export { pageRows, pageTotal, routePages, type Page } from './pages.ts';
export {
  asList,
  createQueryClient,
  invalidateBusiness,
  invalidatePaths,
  PAGE_ROWS,
  pathOfKey,
  previousOf,
  routeKey,
  routeList,
  routeQuery,
  type RouteKey,
} from './query.ts';
export { routes } from './routes.ts';
export { onSessionLost, reportSessionLost } from './session-lost.ts';
