/**
 * The gateway's calls. A production build replaces this module with method and path alone (see vite.config.ts), because the
 * schemas would pull the whole validator into the first load; in development and in tests answers are checked against them.
 */
export { routes } from '@postloom/contracts';
