import { defineConfig } from '@postloom/chassis';
import { services } from '../../local/src/stack/services.ts';
import type { ServiceEntry } from '../../local/src/stack/services.ts';
import { services as messages } from '../../nats/src/services.ts';
import { serviceConfigs } from './service-configs.ts';

/** What a part of the product talks to: a service, a server of the installation, or hosts outside the cluster. */
export type Destination = 'broker' | 'postgres' | 'storage' | 'outside' | 'media' | 'gateway';

/** Who may talk to whom, by the name of the one who begins: what `helm/postloom/files/ways.json` holds. */
export type Ways = Readonly<Record<string, readonly Destination[]>>;

/** Settings of every service, and addresses that are told to others or lead to a part of the installation. */
const insideOrNowhere = new Set([
  ...Object.keys(defineConfig()),
  ...['mediaInternalUrl', 'mediaPullUrl', 'mediaPublicUrl', 's3Endpoint', 's3PublicEndpoint'],
]);
const leadsOutside = (setting: string): boolean => /(Url|Endpoint)$/.test(setting) && !insideOrNowhere.has(setting);

/** A setting that bounds how often people may have an address of theirs called. */
const CALLS_ADDRESSES = 'limitLinks';

const exchangesMessages = (name: string): boolean =>
  messages.some(
    ({ service, serves, handles, calls }) => service === name && serves.length + handles.length + calls.length > 0,
  );

/** A service talks to what it has an address of. */
function destinationsOf({ name, schema }: ServiceEntry): readonly Destination[] {
  const settings = Object.keys(serviceConfigs[name]);
  const ways: readonly (readonly [Destination, boolean])[] = [
    ['broker', exchangesMessages(name)],
    ['postgres', schema !== undefined],
    ['media', settings.includes('mediaInternalUrl')],
    ['storage', settings.includes('s3Bucket')],
    ['outside', settings.some((setting) => leadsOutside(setting) || setting === CALLS_ADDRESSES)],
  ];
  return ways.filter(([, isTaken]) => isTaken).map(([destination]) => destination);
}

/** From the same declarations as the rights at the broker, the schemas, and the addresses that each service's settings know. */
export const allWays = (): Ways => ({
  web: ['gateway'],
  ...Object.fromEntries(services.map((service) => [service.name, destinationsOf(service)])),
});
