/** Where the origin gives the page that a device opens the product with when it finds no server. */
export const SHELL = '/app-shell';
