// The account: its operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const ACCOUNT_OPERATIONS = {
  getAccount: {
    method: 'get',
    path: '/account',
    permission: 'dashboard',
    summary: 'Get the account',
    answer: { object: 'Account' },
  },
  updateAccount: {
    method: 'patch',
    path: '/account',
    permission: 'dashboard',
    role: 'admin',
    summary: 'Update the account',
    example: { name: 'Acme' },
    answer: { object: 'Account' },
  },
  requestProductionAccess: {
    method: 'post',
    path: '/account/production-access',
    permission: 'dashboard',
    role: 'admin',
    isAudited: true,
    status: 201,
    byOperators: 'An operator grants it: `npm run ops -- grant-production-access <account>`.',
    refuses: ['missing_required_field'],
    summary: 'Ask the operator for production access',
    example: {
      website: 'https://acme.dev',
      use_case: 'Receipts and password resets for the customers of our shop.',
      monthly_volume: 20000,
    },
    answer: { object: 'ProductionAccessRequest' },
  },
  listConfirmedAddresses: {
    method: 'get',
    path: '/account/confirmed-addresses',
    permission: 'dashboard',
    summary: 'List the addresses that an account in the sandbox may send to',
    answer: { listOf: 'ConfirmedAddressItem', isWhole: true },
  },
  confirmAddress: {
    method: 'post',
    path: '/account/confirmed-addresses',
    permission: 'dashboard',
    role: 'admin',
    isAudited: true,
    status: [201, 200],
    byOperators: 'An operator can confirm one: `npm run ops -- confirm-address <account> <address>`.',
    refuses: ['missing_required_field', 'rate_limit_exceeded', 'reserved_recipient'],
    summary: 'Mail a link by which the owner of an address confirms it',
    example: { email: 'qa@acme.dev' },
    answer: { object: 'ConfirmedAddress' },
  },
} as const satisfies Record<string, DescribedOperation>;
