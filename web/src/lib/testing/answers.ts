/** Answers of the server, for a stubbed `fetch`. */
export const json = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));

export const refusal = (status: number, error: string, message: string, details: readonly unknown[] = []) =>
  json(status, { error, message, details, requestId: 'r' });
