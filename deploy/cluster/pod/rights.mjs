/**
 * Runs in a service's pod, with that service's own user at the broker: tries subjects that are told as JSON in the first argument,
 * `{"publish": [...], "subscribe": [...]}`, and prints those that were refused in the same form.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const tried = JSON.parse(process.argv[1]);
const refused = { publish: [], subscribe: [] };
const { hostname, port } = new URL(process.env.NATS_URL);
const socket = connect({ host: hostname, port: Number(port) });
const login = { user: process.env.NATS_USER, pass: readFileSync(process.env.NATS_PASSWORD_FILE, 'utf8').trim() };

const end = (code, text) => process.stdout.write(`${text}\n`, () => process.exit(code));
const lines = [
  `CONNECT ${JSON.stringify({ ...login, verbose: false, pedantic: false, name: 'rights' })}`,
  ...tried.publish.flatMap((subject) => [`PUB ${subject} 2`, '{}']),
  ...tried.subscribe.map((subject, index) => `SUB ${subject} ${index + 1}`),
  // By the answer to this everything before it has been judged.
  'PING',
];
socket.write(lines.map((line) => `${line}\r\n`).join(''));

let rest = '';
socket.on('data', (data) => {
  const whole = (rest + data.toString('latin1')).split('\r\n');
  rest = whole.pop() ?? '';
  for (const line of whole) {
    const [, how, subject] = /^-ERR 'Permissions Violation for (Publish|Subscription) to "(.+?)"/.exec(line) ?? [];
    if (how !== undefined) {
      refused[how === 'Publish' ? 'publish' : 'subscribe'].push(subject);
    } else if (line.startsWith('-ERR')) {
      end(1, line);
    } else if (line === 'PONG') {
      end(0, JSON.stringify(refused));
    }
  }
});
socket.on('error', (error) => end(1, error.message));
