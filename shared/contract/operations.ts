// The table of operations: one row for each endpoint. Routers, permissions, the API description and the CLI
// read it, so an endpoint cannot exist in one of them only.

import { SEND_BODY_MAX_BYTES } from './limits.ts';

/**
 * Who may call an operation.
 * - `send`: every API key (interface.md, Authentication 5).
 * - `full`: full-access keys.
 * - `dashboard`: signed-in people only; every API key gets `dashboard_only` (Authentication 6).
 */
export type Permission = 'send' | 'full' | 'dashboard';

/** One endpoint. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Express path, relative to the base address. */
  path: string;
  permission: Permission;
  /** Largest request body, where it is not BODY_MAX_BYTES of limits.ts. */
  bodyMaxBytes?: number;
}

/** Operation id → endpoint. */
export const OPERATIONS = {
  sendEmail: { method: 'post', path: '/emails', permission: 'send', bodyMaxBytes: SEND_BODY_MAX_BYTES },
  listEmails: { method: 'get', path: '/emails', permission: 'full' },
  getEmail: { method: 'get', path: '/emails/:id', permission: 'full' },
  updateEmail: { method: 'patch', path: '/emails/:id', permission: 'full' },
  cancelEmail: { method: 'post', path: '/emails/:id/cancel', permission: 'full' },
  listApiKeys: { method: 'get', path: '/api-keys', permission: 'full' },
  createApiKey: { method: 'post', path: '/api-keys', permission: 'dashboard' },
  updateApiKey: { method: 'patch', path: '/api-keys/:id', permission: 'dashboard' },
  deleteApiKey: { method: 'delete', path: '/api-keys/:id', permission: 'dashboard' },
  listDomains: { method: 'get', path: '/domains', permission: 'full' },
} as const satisfies Record<string, Operation>;
