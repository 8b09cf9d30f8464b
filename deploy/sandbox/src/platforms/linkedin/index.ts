import { bearer } from '../../http/call.ts';
import type { Service } from '../../http/router.ts';
import type { World } from '../../world/world.ts';
import { linkedInError, linkedInFault, traceHeaders } from './answers.ts';
import { LinkedInImages, linkedInImages } from './images.ts';
import { linkedInLogin } from './login.ts';
import { linkedInOrganizations } from './organizations.ts';
import { linkedInPosts } from './posts.ts';
import { linkedInStatistics } from './statistics.ts';

/** LinkedIn's versioned API for members and organizations, with OAuth 2.0. */
export function linkedIn(world: World): Service {
  const images = new LinkedInImages(world);
  return {
    target: 'linkedin',
    prefix: '/linkedin',
    routes: [
      ...linkedInLogin(world),
      ...linkedInImages(world, images),
      ...linkedInPosts(world, images),
      ...linkedInOrganizations(world),
      ...linkedInStatistics(world),
    ],
    refuse: (fault) => linkedInFault(fault),
    revoke: (call) => world.grants.revokeByToken('linkedin', bearer(call)),
    decorate: () => traceHeaders(),
    notFound: (call) => linkedInError(404, 'RESOURCE_NOT_FOUND', `No virtual resource found for: ${call.path}`),
  };
}
