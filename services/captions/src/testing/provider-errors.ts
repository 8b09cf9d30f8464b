import type { ProviderFailure } from '../providers/provider-error.ts';

const ofOpenAi = (code: string | null, type = 'invalid_request_error', message = 'No.') => ({
  error: { message, type, param: null, code },
});
const ofAnthropic = (type: string, message = 'No.', details?: object) => ({
  type: 'error',
  error: { type, message, ...(details ? { details } : {}) },
  request_id: 'req_1',
});
const ofGrok = (error: string, code = 'Client specified an invalid argument') => ({ code, error });
const errorPage = '<html><body><h1>413 Request Entity Too Large</h1></body></html>';

type Row = readonly [
  name: string,
  status: number,
  body: unknown,
  reason: ProviderFailure,
  headers?: Record<string, string>,
];
/** Every error that the providers document (and some that were seen), each in its own shape: status and body, and what it means for us. */
export const errors: Readonly<Record<'openai' | 'anthropic' | 'grok', readonly Row[]>> = {
  openai: [
    ['a request that is too long', 400, ofOpenAi('context_length_exceeded'), 'refused'],
    ['a picture it cannot read', 400, ofOpenAi('invalid_image'), 'refused'],
    ['a picture against its policy', 400, ofOpenAi('image_content_policy_violation'), 'refused'],
    ['a picture that is too large', 400, ofOpenAi('image_too_large'), 'too_large'],
    ['a kind of picture it does not take', 400, ofOpenAi('unsupported_image_media_type'), 'refused'],
    ['a picture it could not fetch', 400, ofOpenAi('failed_to_download_image'), 'refused'],
    ['a body that is too large', 413, errorPage, 'too_large'],
    ['a wrong key', 401, ofOpenAi('invalid_api_key'), 'not_authorized'],
    ['a region it does not serve', 403, ofOpenAi('unsupported_country_region_territory'), 'not_authorized'],
    ['a key without the right', 403, ofOpenAi(null, 'insufficient_permissions'), 'not_authorized'],
    ['an unknown model', 404, ofOpenAi('model_not_found'), 'no_model'],
    ['a request that took too long to arrive', 408, ofOpenAi(null), 'unavailable'],
    ['a conflict', 409, ofOpenAi(null), 'unavailable'],
    ['a body it does not understand', 422, ofOpenAi(null), 'refused'],
    ['too many requests', 429, ofOpenAi('rate_limit_exceeded', 'requests'), 'rate_limited', { 'retry-after': '7' }],
    ['too many tokens', 429, ofOpenAi('rate_limit_exceeded', 'tokens'), 'rate_limited', { 'retry-after-ms': '6100' }],
    [
      'a request over the tokens of a minute',
      429,
      ofOpenAi('rate_limit_exceeded', 'tokens', 'Request too large for gpt-4o on tokens per min (TPM): Limit 1000.'),
      'rate_limited',
    ],
    ['an empty account', 429, ofOpenAi('insufficient_quota', 'insufficient_quota'), 'out_of_credit'],
    ['no credit left', 429, ofOpenAi('credit_balance_exhausted', 'insufficient_quota'), 'out_of_credit'],
    ['a project at its limit', 429, ofOpenAi('project_spend_limit_exceeded', 'insufficient_quota'), 'out_of_credit'],
    [
      'an organization at its limit of spending',
      429,
      ofOpenAi('organization_spend_limit_exceeded', 'insufficient_quota'),
      'out_of_credit',
    ],
    [
      'an organization at its limit of use',
      429,
      ofOpenAi('organization_usage_limit_exceeded', 'insufficient_quota'),
      'out_of_credit',
    ],
    ['a breakdown', 500, ofOpenAi(null, 'server_error'), 'unavailable'],
    ['a bad gateway', 502, '<html>bad gateway</html>', 'unavailable'],
    ['overload', 503, ofOpenAi(null, 'server_error', 'overloaded'), 'unavailable'],
  ],
  anthropic: [
    ['a request it does not understand', 400, ofAnthropic('invalid_request_error'), 'refused'],
    ['a picture it cannot read', 400, ofAnthropic('invalid_request_error', 'Could not process image'), 'refused'],
    [
      'a picture that is too large',
      400,
      ofAnthropic('invalid_request_error', 'image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes'),
      'too_large',
    ],
    ['a wrong key', 401, ofAnthropic('authentication_error'), 'not_authorized'],
    ['an unpaid bill', 402, ofAnthropic('billing_error'), 'out_of_credit'],
    ['a key without the right', 403, ofAnthropic('permission_error'), 'not_authorized'],
    ['an unknown model', 404, ofAnthropic('not_found_error'), 'no_model'],
    ['a conflict', 409, ofAnthropic('conflict_error'), 'unavailable'],
    ['a body that is too large, from the edge', 413, errorPage, 'too_large'],
    ['a body that is too large, in its own words', 413, ofAnthropic('request_too_large'), 'too_large'],
    ['a request that took too long to arrive', 408, ofAnthropic('timeout_error'), 'unavailable'],
    ['too many requests', 429, ofAnthropic('rate_limit_error'), 'rate_limited', { 'retry-after': '7' }],
    [
      'an account at its limit',
      429,
      ofAnthropic('rate_limit_error', 'No.', { error_code: 'enforced_spend_limit_reached' }),
      'out_of_credit',
    ],
    ['a breakdown', 500, ofAnthropic('api_error'), 'unavailable'],
    ['a timeout of its own', 504, ofAnthropic('timeout_error'), 'unavailable'],
    ['overload', 529, ofAnthropic('overloaded_error', 'Overloaded'), 'unavailable'],
  ],
  grok: [
    ['a wrong key, as a bad request', 400, ofGrok('Incorrect API key provided: xa***.'), 'not_authorized'],
    ['a request it does not understand', 400, ofGrok('Invalid argument.'), 'refused'],
    [
      'a missing key',
      401,
      ofGrok('No.', 'The caller does not have valid authentication credentials'),
      'not_authorized',
    ],
    ['no credits', 403, ofGrok('Your team has used all available credits.'), 'out_of_credit'],
    ['a blocked key', 403, ofGrok('Your API key is blocked.'), 'not_authorized'],
    [
      'a key without the right',
      403,
      ofGrok('Your API key does not have access to this model.', 'The caller does not have permission'),
      'not_authorized',
    ],
    ['an unknown model', 404, ofGrok('No.', 'Some requested entity was not found'), 'no_model'],
    ['a body that is too large', 413, errorPage, 'too_large'],
    ['a body it does not accept', 422, ofGrok('Failed to deserialize the JSON body.'), 'refused'],
    [
      'too many requests, without saying until when',
      429,
      ofGrok('No.', 'Some resource has been exhausted'),
      'rate_limited',
    ],
    ['a breakdown', 503, ofGrok('No.', 'The service is currently unavailable'), 'unavailable'],
    ['an error of its own', 500, ofGrok('No.', 'Internal error'), 'unavailable'],
    ['a bad gateway', 502, '<html>bad gateway</html>', 'unavailable'],
    ['an error as an object', 400, ofOpenAi('invalid_image'), 'refused'],
  ],
};
