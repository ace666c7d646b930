// A resource for tests of the shell: operations that no resource has yet, or that fail on purpose.
import { Router } from 'express';
import Joi from 'joi';
import { answerJson } from '../../api/answer.ts';
import type { Resource } from '../../api/deps.ts';
import { route } from '../../api/route.ts';
import { validate } from '../../api/validate.ts';
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
} as const satisfies Record<string, Operation>;

const schema = Joi.object<{ name: string; size?: number }>({
  name: Joi.string().required(),
  size: Joi.number().max(10),
});

/** @param fail what `GET /failing` does */
export function probeResource(fail: () => unknown = () => ({})): Resource {
  return () => {
    const router = Router();
    for (const operation of [OPERATIONS.echo, OPERATIONS.patch, OPERATIONS.send, OPERATIONS.sendLarge]) {
      route(router, operation, (request, response) => {
        answerJson(response, { received: request.body });
      });
    }
    route(router, OPERATIONS.manage);
    route(router, OPERATIONS.get, (request, response) => {
      answerJson(response, { id: request.params['id'] });
    });
    route(router, OPERATIONS.fail, async (_request, response) => {
      answerJson(response, (await fail()) as object);
    });
    route(router, OPERATIONS.validated, (request, response) => {
      answerJson(response, validate(schema, request.body));
    });
    return router;
  };
}
