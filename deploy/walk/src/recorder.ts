/** One exchange as the adapters' HTTP client saw it. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answer: string;
}

/** Local addresses as the real ones that they stand for, longest first. */
export type Hosts = readonly (readonly [local: string, real: string])[];

const secretNames = /^(access_token|refresh_token|client_secret|fb_exchange_token|token|id_token|authorization)$/i;
/** Secret in addresses and forms only: in answers `code` names an error, `state` a status. */
const secretFields = /^(code|code_verifier|code_challenge|state)$/i;
/** Headers of answers that the adapters read. */
const shownAnswerHeaders =
  /^(content-type|x-restli-id|x-linkedin-id|x-rate-limit-.*|x-app-usage|x-business-use-case-usage|location)$/;

/** Enough of a secret to tell two apart. */
function masked(value: string): string {
  return value.length <= 8 ? '***' : `${value.slice(0, 4)}***`;
}

function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(maskedValue);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretNames.test(name) && typeof item === 'string' ? masked(item) : maskedValue(item),
    ]),
  );
}

/** An address with its secrets masked and the real host in it. */
export function shownUrl(address: string, hosts: Hosts): string {
  const url = new URL(address);
  for (const [name, value] of [...url.searchParams]) {
    // LinkedIn's `state=APPROVED` is a filter.
    const isSecret = secretNames.test(name) || (secretFields.test(name) && value.length > 16);
    if (isSecret) {
      url.searchParams.set(name, masked(value));
    }
  }
  return real(url.href, hosts);
}

function real(text: string, hosts: Hosts): string {
  return hosts.reduce((shown, [local, host]) => shown.replaceAll(local, host), text);
}

function shownBody(exchange: Exchange): string | null {
  const { body } = exchange;
  if (body === null) {
    return null;
  }
  const type = exchange.headers['content-type'] ?? '';
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  if (type.startsWith('application/json')) {
    return JSON.stringify(maskedValue(JSON.parse(text)), null, 2);
  }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return [...new URLSearchParams(text)]
      .map(([name, value]) => `${name} = ${secretNames.test(name) || secretFields.test(name) ? masked(value) : value}`)
      .join('\n');
  }
  const boundary = /boundary=(.+)$/.exec(type)?.[1];
  if (boundary === undefined) {
    return `(${text.length} bytes)`;
  }
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...content] = part.trimStart().split('\r\n\r\n');
      const isFile = head.includes('filename=');
      const value = content.join('\r\n\r\n').replace(/\r\n$/, '');
      return `${head.replace(/\r\n/g, '; ')}\n  ${isFile ? `(${value.length} bytes)` : value}`;
    })
    .join('\n');
}

function shownAnswer(answer: string): string {
  if (answer === '') {
    return '(no body)';
  }
  try {
    // Ids above 2^53 must be shown as they came.
    const safe = answer.replace(/([[:,]\s*)(\d{16,})(?=\s*[,\]}])/g, '$1"$2 (integer)"');
    return JSON.stringify(maskedValue(JSON.parse(safe)), null, 2);
  } catch {
    return answer.slice(0, 500); // SyntaxError: not JSON
  }
}

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => {
    const scheme = /^(\S+) (.+)$/.exec(value);
    const shown = !secretNames.test(name)
      ? value
      : scheme
        ? `${scheme[1] ?? ''} ${masked(scheme[2] ?? '')}`
        : masked(value);
    return `${name}: ${shown.replace(/boundary=.+$/, 'boundary=…')}`;
  });
}

/** An exchange as markdown. */
export function shown(exchange: Exchange, number: number, hosts: Hosts): string {
  const address = shownUrl(exchange.url, hosts);
  const body = shownBody(exchange);
  const answerHeaders = Object.fromEntries(
    Object.entries(exchange.answerHeaders).filter(([name]) => shownAnswerHeaders.test(name)),
  );
  return [
    `### ${number}. ${exchange.method} ${new URL(address).pathname}`,
    '',
    '```http',
    `${exchange.method} ${address}`,
    ...headerLines(exchange.headers),
    ...(body === null ? [] : ['', real(body, hosts)]),
    '```',
    '',
    '```http',
    String(exchange.status),
    ...headerLines(answerHeaders),
    '',
    real(shownAnswer(exchange.answer), hosts),
    '```',
    '',
  ].join('\n');
}
