export const overlay = 'fixed inset-0 z-50 animate-in-fade bg-overlay backdrop-blur-[2px]';

/** On a phone a sheet that rises from the bottom edge, from 640 px a centred card. Only its body scrolls: clipped, not hidden. */
export const sheet =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-in-sheet flex-col overflow-clip rounded-t-card border border-line bg-cloth pb-[env(safe-area-inset-bottom)] shadow-lift focus:outline-none sm:inset-x-4 sm:inset-y-0 sm:m-auto sm:h-fit sm:max-h-[min(90dvh,72rem)] sm:animate-in-rise sm:rounded-card sm:pb-0';

export const sheetWidths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' } as const;

/** Its buttons: on a phone they share a line as long as their words fit, and the last, which matters most, is nearest to the thumb. */
export const sheetButtons = 'flex flex-wrap gap-2 max-sm:*:flex-1 sm:justify-end';
