const shell = 'src/app/signed-in.tsx';
const page = (name: string): readonly string[] => [shell, `src/app/pages/${name}-page.tsx`];

/**
 * Which lazy modules (names in the client's build manifest) a path needs, so that the browser loads them beside the
 * entry instead of after it. A test holds the names against the manifest of the build.
 */
export const routeModules: Readonly<Record<string, readonly string[]>> = {
  '/': page('dashboard'),
  '/media': page('media'),
  '/schedule': page('schedule'),
  '/automation': page('automation'),
  '/analytics': page('analytics'),
  '/settings': page('settings'),
  '/business-settings': [shell, 'src/features/businesses/components/business-settings-page.tsx'],
};

/** The same for the pages that need no session. */
export const signedOutModules: Readonly<Record<string, readonly string[]>> = {
  '/login': ['src/features/account/components/sign-in-page.tsx'],
  '/register': ['src/features/account/components/register-page.tsx'],
  '/privacy-policy': ['src/features/legal/components/privacy-policy.tsx'],
  '/terms-of-service': ['src/features/legal/components/terms-of-service.tsx'],
  '/data-deletion': ['src/features/legal/components/data-deletion.tsx'],
};
