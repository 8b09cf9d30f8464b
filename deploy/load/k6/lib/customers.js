import { check } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http from 'k6/http';

/** Those who use the product: `npm run load` or `npm run load-customers` has signed them up. */
const customers = new SharedArray('customers', () =>
  __ENV.CUSTOMERS === undefined ? [{}] : JSON.parse(open(__ENV.CUSTOMERS)),
);

/** Each iteration is another customer's, so that none is served from what was remembered for the one before. */
export const nextCustomer = () => customers[exec.scenario.iterationInTest % customers.length];

/**
 * A call in the name of a customer. `action` groups it in thresholds and figures: read, write, upload, caption or schedule. A status of
 * another class than 2xx counts as failed.
 */
export function call(customer, action, method, path, body = null, headers = {}) {
  const isJson = body !== null && body.file === undefined;
  const answer = http.request(method, __ENV.URL + path, isJson ? JSON.stringify(body) : body, {
    headers: {
      cookie: customer.cookie,
      'x-business-id': customer.businessId,
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    // Without the query and the ids, or every address would be a series of its own.
    tags: { action, name: `${method} ${path.split('?')[0].replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')}` },
    timeout: '60s',
  });
  check(answer, { [`${action} answered`]: ({ status }) => status >= 200 && status < 300 }, { action });
  return answer;
}
