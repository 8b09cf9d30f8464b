import { eventContracts, rpcContracts } from '../../../libs/contracts/src/published.ts';
import { generatedPermissions, natsUsers } from '../../local/src/nats/config.ts';
import type { NatsUser } from '../../local/src/nats/config.ts';
import { schemas } from '../../local/src/postgres/roles.ts';

const permissions = generatedPermissions();
const allowed = (user: NatsUser): readonly string[] => permissions[user].publish;
const ownerOf = (subject: string): string => subject.replace(/^rpc\./, '').split('.')[0] ?? '';

/** Every durable consumer of the product. */
const durables = natsUsers.flatMap((user) =>
  allowed(user)
    .map((subject) => /^\$JS\.API\.CONSUMER\.CREATE\.([A-Z]+)\.([\w-]+)\.(.+)$/.exec(subject))
    .filter((match) => match !== null)
    .map(([, stream = '', name = '', filter = '']) => ({ user, stream, name, filter })),
);

/** Every request, feeds included, and where a caller says that it has left. */
const requests = [
  ...rpcContracts.map(({ subject }) => subject),
  ...rpcContracts.filter(({ cancellable }) => cancellable).map(({ subject }) => `${subject}.left`),
  ...schemas.flatMap((producer) => [`rpc.${producer}.feed.v1`, `rpc.${producer}.feed-events.v1`]),
];

/** Where the parts of answers are told, of one request. */
const parts = rpcContracts.filter(({ part }) => part !== null).map(({ subject }) => `${subject}.parts.x`);
const partsFor = (list: readonly string[]): string[] =>
  parts.filter((subject) => !list.includes(subject.replace(/x$/, '*')));

/** The messages between the processes of one service. */
const peerSubjects = natsUsers.flatMap((user) => allowed(user).filter((subject) => subject.startsWith('peers.')));

/** What `user` must not be able to publish: requests that it does not declare, and everything in the name of another. */
export function forbiddenToPublish(user: NatsUser): string[] {
  const streams = schemas.map((schema) => schema.toUpperCase());
  const own = user.toUpperCase();
  return [
    ...requests.filter((subject) => !allowed(user).includes(subject)),
    ...eventContracts.map(({ subject }) => subject).filter((subject) => ownerOf(subject) !== user),
    ...durables
      .filter((durable) => durable.user !== user)
      .flatMap(({ stream, name, filter }) => [
        `$JS.API.CONSUMER.CREATE.${stream}.${name}.${filter}`,
        `$JS.API.CONSUMER.INFO.${stream}.${name}`,
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
        `$JS.ACK.${stream}.${name}.1.1.1.1.0`,
      ]),
    ...durables.flatMap(({ stream, name }) => [
      `$JS.API.CONSUMER.DELETE.${stream}.${name}`,
      `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${name}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${name}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${name}.>`,
    ]),
    ...streams.flatMap((stream) => [
      `$JS.API.CONSUMER.CREATE.${stream}`,
      `$JS.API.CONSUMER.CREATE.${stream}.spy.${stream.toLowerCase()}.x`,
      ...['DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE'].map(
        (verb) => `$JS.API.STREAM.${verb}.${stream}`,
      ),
      `$JS.API.DIRECT.GET.${stream}`,
      ...(stream === own ? [] : ['CREATE', 'INFO', 'UPDATE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`)),
    ]),
    '$JS.API.STREAM.CREATE.SPY',
    '$SYS.REQ.SERVER.PING',
    ...natsUsers.map((other) => `_INBOX.${other}.x.1`),
    ...peerSubjects.filter((subject) => !allowed(user).includes(subject)),
    ...partsFor(allowed(user)),
  ];
}

/** What `user` must not be able to hear. */
export function forbiddenToHear(user: NatsUser): string[] {
  return [
    ...requests.filter((subject) => ownerOf(subject) !== user),
    ...(user === 'gateway' ? [] : eventContracts.map(({ subject }) => subject)),
    ...natsUsers.filter((other) => other !== user).map((other) => `_INBOX.${other}.>`),
    ...peerSubjects.filter((subject) => !allowed(user).includes(subject)),
    ...partsFor(permissions[user].subscribe).filter((subject) => ownerOf(subject) !== user),
    ...['>', 'peers.>', 'rpc.>', '_INBOX.>', '$JS.>', '$SYS.>', '*.>'],
  ];
}
