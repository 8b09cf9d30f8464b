import {
  ConfirmationCode,
  DeletionRequestAnswer,
  DeletionRequestInput,
  DeletionStatus,
  OneUseTokenInput,
} from '../identity/index.ts';
import { defineRoute, Ok } from '../kernel/index.ts';

/** The tag is that of accounts: a session that was used for such a call may be over. */
const accounts = { tag: 'Accounts' } as const;

/** Deleting everything about a person. */
export const deletionRoutes = {
  requestDeletion: defineRoute('POST', '/api/data-deletion-request', {
    ...accounts,
    summary: 'Ask for the deletion of everything about an address; the answer is the same for an unknown one',
    access: 'public',
    body: DeletionRequestInput,
    answer: DeletionRequestAnswer,
    errors: ['rate_limited'],
  }),
  confirmDeletion: defineRoute('POST', '/api/data-deletion-confirm', {
    ...accounts,
    summary: 'Confirm a deletion by its mailed link',
    access: 'public',
    body: OneUseTokenInput,
    answer: Ok,
    errors: ['invalid_token', 'token_expired'],
  }),
  deletionStatus: defineRoute('GET', '/api/data-deletion-status', {
    ...accounts,
    summary: 'How far a deletion is, by its confirmation code',
    access: 'public',
    query: ConfirmationCode,
    answer: DeletionStatus,
    errors: ['not_found'],
  }),
} as const;
