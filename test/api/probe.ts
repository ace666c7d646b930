// A resource for tests of what all requests share: operations that answer what they receive, or fail on purpose.
import Joi from 'joi';
import { type Answer, type Resource, route } from '../../api/route.ts';
import { SEND_BODY_MAX_BYTES } from '../../shared/contract/limits.ts';
import type { Operation } from '../../shared/contract/operation.ts';

/** Largest body of `POST /large`. */
export const LARGE_BODY_BYTES = 3 * 1024 * 1024;

const OPERATIONS = {
  echo: { method: 'post', path: '/probe', permission: 'full' },
  patch: { method: 'patch', path: '/probe/:id', permission: 'full' },
  send: { method: 'post', path: '/emails', permission: 'send', bodyMaxBytes: SEND_BODY_MAX_BYTES },
  sendLarge: { method: 'post', path: '/large', permission: 'send', bodyMaxBytes: LARGE_BODY_BYTES },
  manage: { method: 'post', path: '/dashboard', permission: 'dashboard' },
  get: { method: 'get', path: '/probe/:id', permission: 'full' },
  fail: { method: 'get', path: '/failing', permission: 'full' },
  validated: { method: 'post', path: '/validated', permission: 'full' },
  answer: { method: 'get', path: '/answering', permission: 'full', status: [201, 200, 202] },
  open: { method: 'post', path: '/open', permission: 'open' },
} as const satisfies Record<string, Operation>;

const schema = Joi.object<{ name: string; size?: number }>({
  name: Joi.string().required(),
  size: Joi.number().max(10),
});
const anyId = { id: { of: 'Probe', isId: (text: string) => text !== 'none' } };

/** @param fail what `GET /failing` does, and what `GET /answering` answers */
export function probeResource(fail: () => unknown = () => ({})): Resource {
  return [
    route(OPERATIONS.echo, {}, ({ request }) => ({ received: request.body })),
    route(OPERATIONS.patch, { params: anyId }, ({ request }) => ({ received: request.body })),
    route(OPERATIONS.send, {}, ({ request }) => ({ received: request.body })),
    route(OPERATIONS.sendLarge, {}, ({ request }) => ({ received: request.body })),
    route(OPERATIONS.manage, {}, ({ caller }) => ({ role: caller.role })),
    route(OPERATIONS.get, { params: anyId }, ({ params, request }) => ({ id: params.id, ...request.query })),
    route(OPERATIONS.fail, {}, async () => (await fail()) as Answer),
    route(OPERATIONS.validated, { body: schema }, ({ body }) => body),
    route(OPERATIONS.answer, {}, async () => (await fail()) as Answer),
    route(OPERATIONS.open, { body: schema }, ({ body, caller }) => ({ ...body, caller: caller ?? null })),
  ];
}
