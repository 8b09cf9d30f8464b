/** The key of a shortcut, as this keyboard names it. */
export const controlKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
