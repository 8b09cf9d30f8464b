import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxSettings } from '../../images/src/sandbox-settings.ts';
import { scenariosFolder } from '../../load/src/k6.ts';
import { allPermissions } from '../../nats/src/services.ts';
import { allWays } from './ways.ts';

/** A durable consumer at the broker. */
interface Consumer {
  readonly stream: string;
  readonly consumer: string;
}

/** The consumers of every service that has any, from its rights at the broker. */
const consumers = (): Readonly<Record<string, readonly Consumer[]>> =>
  Object.fromEntries(
    Object.entries(allPermissions())
      .map(([service, { publish }]): [string, Consumer[]] => [
        service,
        publish.flatMap((subject) => {
          const [, stream, consumer] = /^\$JS\.ACK\.([^.]+)\.([^.]+)\.>$/.exec(subject) ?? [];
          return stream === undefined || consumer === undefined ? [] : [{ stream, consumer }];
        }),
      ])
      .filter(([, own]) => own.length > 0),
  );

/** The scenarios of k6 with what they import, by their path: a chart reads no file outside of its own folder. */
const scenarios = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('**/*.js', { cwd: scenariosFolder })
      .toSorted()
      .map((file) => [file, readFileSync(join(scenariosFolder, file), 'utf8')]),
  );

/** The files of `helm/postloom/files` that are made from the sources, by name. */
export const generatedFiles = (): Readonly<Record<string, unknown>> => ({
  'ways.json': allWays(),
  'consumers.json': consumers(),
  'load.json': scenarios(),
  // The template puts the release's addresses in. Where mail goes is secret, so it comes with the Secret.
  'sandbox.json': sandboxSettings({
    sandbox: 'http://SANDBOX',
    sandboxForBrowsers: 'http://SANDBOX',
    web: 'http://WEB',
  }),
});
