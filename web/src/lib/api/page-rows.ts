/** Rows of one page: the most that the server gives at once. */
export const PAGE_ROWS = 100;
