import type { BrokerPermissions, MessagingOptions } from '@postloom/messaging';
import { brokerPermissions } from '@postloom/messaging';
import { schemas } from '../../local/src/postgres/roles.ts';
import { messages as analytics } from '../../../services/analytics/src/messages.ts';
import { messages as captions } from '../../../services/captions/src/messages.ts';
import { messages as gateway } from '../../../services/gateway/src/messages.ts';
import { messages as identity } from '../../../services/identity/src/messages.ts';
import { messages as media } from '../../../services/media/src/messages.ts';
import { messages as scheduling } from '../../../services/scheduling/src/messages.ts';
import { messages as publisher } from '../../../services/social-publisher/src/messages.ts';

/** What every service declares to exchange with the others. */
export const services: readonly MessagingOptions[] = [
  gateway,
  identity,
  media,
  captions,
  scheduling,
  publisher,
  analytics,
];

/** The broker's permissions of every service, by its user: what `permissions.json` holds. */
export const allPermissions = (): Readonly<Record<string, BrokerPermissions>> =>
  Object.fromEntries(services.map((options) => [options.service, brokerPermissions(options, schemas)]));
