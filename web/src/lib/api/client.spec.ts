import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callRoute, pathOf, searchOf } from './client.ts';
import { ApiError, isPlanLimit, isUnauthorized, messageOr } from './errors.ts';
import { setPageBusinessId } from './page-scope.ts';
import { routes } from './routes.ts';
import { onSessionLost } from './session-lost.ts';

const business = '0192f3c0-0000-7000-8000-000000000002';
const fetched = vi.fn<typeof fetch>();

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers,
  });
}
function sent(): { url: string; init: RequestInit; headers: Headers } {
  const [url, init] = fetched.mock.calls.at(-1) ?? [];
  return { url: String(url), init: init ?? {}, headers: new Headers(init?.headers) };
}
async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) {
    throw new Error('The call should have failed with an ApiError.');
  }
  return error;
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  setPageBusinessId(business);
});
afterEach(() => {
  setPageBusinessId(null);
  vi.unstubAllGlobals();
});

describe('calls', () => {
  it('send the cookie, the business of the page, and a request id and trace that are new each time', async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(
        answer(200, { instagram: true, facebook: false, twitter: false, linkedin: false, tiktok: false }),
      ),
    );
    await callRoute(routes.socialStatus, {});
    const first = sent();
    await callRoute(routes.socialStatus, {});
    const second = sent();
    expect(first.url).toBe('/api/social/status');
    expect(first.init.credentials).toBe('include');
    expect(first.headers.get('X-Business-Id')).toBe(business);
    expect(first.headers.get('Content-Type')).toBeNull();
    expect(first.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(second.headers.get('traceparent')).not.toBe(first.headers.get('traceparent'));
    expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
  });

  it('are sampled only when the person asked for a trace', async () => {
    localStorage.setItem('postloom.trace', 'on');
    fetched.mockResolvedValue(answer(200, { businessId: null }));
    await callRoute(routes.activeBusiness, {});
    expect(sent().headers.get('traceparent')).toMatch(/-01$/);
  });

  it('name no business in calls about the person, and another one when told', async () => {
    fetched.mockImplementation(() => Promise.resolve(answer(200, { businessId: null })));
    await callRoute(routes.activeBusiness, {});
    expect(sent().headers.has('X-Business-Id')).toBe(false);
    fetched.mockResolvedValueOnce(answer(200, []));
    await callRoute(routes.posts, { businessId: 'other', query: { status: 'draft' } });
    expect(sent().headers.get('X-Business-Id')).toBe('other');
    expect(sent().url).toBe('/api/posts?status=draft');
  });

  it('send a body as JSON, with its idempotency key', async () => {
    fetched.mockResolvedValue(answer(200, { businessId: business }));
    await callRoute(routes.setActiveBusiness, { body: { businessId: business }, idempotencyKey: 'k1' });
    expect(sent().init.method).toBe('PUT');
    expect(sent().headers.get('Content-Type')).toBe('application/json');
    expect(sent().headers.get('Idempotency-Key')).toBe('k1');
    expect(sent().init.body).toBe(JSON.stringify({ businessId: business }));
  });

  it('take 204 as done and refuse an answer outside the contract', async () => {
    fetched.mockResolvedValueOnce(answer(204, undefined));
    await expect(callRoute(routes.deletePost, { params: { id: business } })).resolves.toBeUndefined();
    fetched.mockResolvedValueOnce(answer(200, { businessId: 7 }));
    await expect(callRoute(routes.activeBusiness, {})).rejects.toThrow('answered outside its contract');
  });

  it('fill paths and queries', () => {
    expect(pathOf(routes.post, { id: 'a b' })).toBe('/api/posts/a%20b');
    expect(() => pathOf(routes.post, {})).toThrow(TypeError);
    expect(searchOf({ a: 1, b: undefined, c: null, d: ['x', 'y'] })).toBe('?a=1&d=x&d=y');
    expect(searchOf()).toBe('');
  });
});

describe('failures', () => {
  const wire = {
    error: 'validation_failed',
    message: 'Business name is required',
    details: [{ path: 'name', message: 'Business name is required' }],
    requestId: 'req-1',
  };

  it('carry code, sentence, details and request id of the contract', async () => {
    fetched.mockResolvedValue(answer(400, wire));
    const error = await failureOf(callRoute(routes.businesses, {}));
    expect(error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Business name is required',
      requestId: 'req-1',
    });
    expect(error.detail('name')).toBe('Business name is required');
    expect(error.raw).toBe(`400: ${JSON.stringify(wire)}`);
    expect(messageOr(error, 'fallback')).toBe('Business name is required');
  });

  it('fall back to the status text, and to the caller’s sentence, when the body is not ours', async () => {
    fetched.mockResolvedValue(
      new Response('', { status: 502, statusText: 'Bad Gateway', headers: { 'Retry-After': '5' } }),
    );
    const error = await failureOf(callRoute(routes.businesses, {}));
    expect(error.raw).toBe('502: Bad Gateway');
    expect(error.retryAfter).toBe(5);
    expect(messageOr(error, 'Could not load.')).toBe('Could not load.');
  });

  it('without any answer are a network error', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await failureOf(callRoute(routes.businesses, {}));
    expect(error).toMatchObject({ status: 0, code: 'network' });
  });

  it('are those of the network when a read has no answer in 30 seconds; a change has no deadline unless it says so', async () => {
    const late = new AbortController();
    const deadline = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    fetched.mockImplementation((_url, init) => {
      const { promise, reject } = Promise.withResolvers<Response>();
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Timed out', 'TimeoutError')));
      return promise;
    });
    const read = failureOf(callRoute(routes.businesses, { signal: new AbortController().signal }));
    expect(deadline.mock.calls).toEqual([[30_000]]);
    late.abort();
    expect(await read).toMatchObject({ status: 0, code: 'network' });
    void callRoute(routes.deletePost, { params: { id: business } });
    expect(deadline).toHaveBeenCalledOnce();
    void callRoute(routes.deletePost, { params: { id: business }, deadlineMs: 120_000 });
    expect(deadline.mock.calls[1]).toEqual([120_000]);
    deadline.mockRestore();
  });

  it('of an aborted call stay the abort', async () => {
    const stop = new AbortController();
    fetched.mockImplementation(() => {
      stop.abort();
      return Promise.reject(new DOMException('Aborted', 'AbortError'));
    });
    await expect(callRoute(routes.businesses, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('with 401 Unauthorized tell that the session is gone, wrong credentials and quiet calls do not', async () => {
    const lost = vi.fn();
    const stop = onSessionLost(lost);
    fetched.mockResolvedValueOnce(answer(401, { error: 'unauthorized', message: 'Unauthorized', requestId: 'r' }));
    const error = await failureOf(callRoute(routes.businesses, {}));
    expect(isUnauthorized(error)).toBe(true);
    expect(error.raw.slice(0, 4)).toBe('401:');
    expect(lost).toHaveBeenCalledOnce();
    fetched.mockResolvedValueOnce(answer(401, { error: 'unauthorized', message: 'Unauthorized', requestId: 'r' }));
    await failureOf(callRoute(routes.currentUser, { quiet: true }));
    fetched.mockResolvedValueOnce(
      answer(401, {
        error: 'invalid_credentials',
        message: 'The email address or password is incorrect.',
        requestId: 'r',
      }),
    );
    const wrong = await failureOf(callRoute(routes.login, { body: { email: 'a@b.de', password: 'x' } }));
    expect(isUnauthorized(wrong)).toBe(false);
    expect(lost).toHaveBeenCalledOnce();
    stop();
  });

  it('of a met plan limit are known as such', async () => {
    fetched.mockResolvedValue(
      answer(403, { error: 'upgrade_required', message: 'Post limit reached. Upgrade.', requestId: 'r' }),
    );
    expect(isPlanLimit(await failureOf(callRoute(routes.posts, {})))).toBe(true);
    fetched.mockResolvedValue(
      answer(403, { error: 'forbidden', message: 'Your role does not allow this.', requestId: 'r' }),
    );
    expect(isPlanLimit(await failureOf(callRoute(routes.posts, {})))).toBe(false);
  });
});
