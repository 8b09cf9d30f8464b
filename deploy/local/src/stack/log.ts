type Level = 'debug' | 'info' | 'warn' | 'error';

/** Fields that are elsewhere in the line or of no use to a person. */
const hidden = new Set(['level', 'time', 'at', 'pid', 'hostname', 'service', 'msg', 'message', 'stack']);

const paint = (code: number, text: string, isOn: boolean): string => (isOn ? `\u001b[${code}m${text}\u001b[0m` : text);
const colours: Readonly<Record<Level, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

const parse = (line: string): Record<string, unknown> | undefined => {
  if (!line.startsWith('{')) {
    return undefined;
  }
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

/** `key=value` pairs of a log record, values short enough for one line. */
const fieldsOf = (record: Readonly<Record<string, unknown>>): string =>
  Object.entries(record)
    .filter(([name, value]) => !hidden.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ');

/** One line for a person: time, who, what. Records of the services are JSON; everything else is shown as it is. */
export const prettyLine = (name: string, line: string, hasColour: boolean, now: Date): string => {
  const record = parse(line);
  const level = (record?.['level'] as Level | undefined) ?? 'info';
  const text =
    record === undefined
      ? line
      : [String(record['message'] ?? record['msg'] ?? ''), fieldsOf(record)].filter((part) => part !== '').join('  ');
  const stack = typeof record?.['stack'] === 'string' ? `\n${record['stack']}` : '';
  const sign = level === 'info' ? '' : `${level.toUpperCase()} `;
  return `${paint(90, now.toTimeString().slice(0, 8), hasColour)} ${paint(colours[level] ?? 36, name.padEnd(12), hasColour)} ${sign}${text}${stack}`;
};

/** Lines of the servers that report nothing wrong. */
const isNoise = (name: string, line: string): boolean =>
  (name === 'nats' && (/\[INF\]/.test(line) || line.includes('Plaintext passwords'))) ||
  (name === 'postgres' &&
    / LOG:  |not yet accepting connections|Consistent recovery state|system is starting up/.test(line));

/** Writes the lines of all processes, each marked with its name, and keeps the last ones of every process. */
export class StackLog {
  private readonly format: 'pretty' | 'json';
  private readonly last = new Map<string, string[]>();

  constructor(format: 'pretty' | 'json') {
    this.format = format;
  }

  /** A line that a process of the stack printed. */
  line(name: string, line: string): void {
    const lines = this.last.get(name) ?? [];
    lines.push(line);
    if (lines.length > 20) {
      lines.shift();
    }
    this.last.set(name, lines);
    if (line.trim() === '' || isNoise(name, line)) {
      return;
    }
    if (this.format === 'json') {
      process.stdout.write(
        `${line.startsWith('{') ? line : JSON.stringify({ level: 'info', at: new Date().toISOString(), service: name, message: line })}\n`,
      );
    } else {
      process.stdout.write(`${prettyLine(name, line, process.stdout.isTTY === true, new Date())}\n`);
    }
  }

  /** A message of the supervisor itself. */
  say(message: string): void {
    this.line('postloom', message);
  }

  /** The last lines of a process, for the message about its failure. */
  tail(name: string): readonly string[] {
    return this.last.get(name) ?? [];
  }
}
