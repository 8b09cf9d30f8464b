import type { ServiceConfig } from '@postloom/chassis';
import type { ServiceEntry } from '../../local/src/stack/services.ts';
import { config as analytics } from '../../../services/analytics/src/config.ts';
import { config as captions } from '../../../services/captions/src/config.ts';
import { config as gateway } from '../../../services/gateway/src/config.ts';
import { config as identity } from '../../../services/identity/src/config.ts';
import { config as media } from '../../../services/media/src/config.ts';
import { config as scheduling } from '../../../services/scheduling/src/config.ts';
import { config as publisher } from '../../../services/social-publisher/src/config.ts';

/** The settings that each service declares, by its name. */
export const serviceConfigs: Readonly<Record<ServiceEntry['name'], ServiceConfig>> = {
  gateway,
  identity,
  media,
  captions,
  scheduling,
  publisher,
  analytics,
};
