// Notes which errors the operations of an application answer, and holds them against the contract: an operation answers only
// names that it declares (shared/contract/refusals.ts). Notes too which operations clients of Resend have called. What a whole
// run has seen is compared with what is declared by test/runner/unseen.ts, and with what is written by test/runner/clients.ts.
import type { Express, Request, Response } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { refusalsOf } from '../../../shared/contract/refusals.ts';
import { clientOf } from '../../runner/clients.ts';
import { noteSeen } from '../seen.ts';

const OPERATION_OF = new Map(
  Object.entries(OPERATIONS).map(([id, operation]) => [
    `${operation.method.toUpperCase()} ${operation.path}`,
    { id, declared: new Set<string>(refusalsOf(operation)) },
  ]),
);

/** The errors that an application answers. */
export interface AnsweredErrors {
  /** @throws Error that names each error that its operation does not declare */
  check(): void;
}

/** Notes from now on what the application answers. */
export function noteAnsweredErrors(app: Express): AnsweredErrors {
  const undeclared = new Set<string>();
  const handled = app as unknown as { handle(request: Request, response: Response, next: unknown): void };
  const handle = handled.handle.bind(app);
  // Requests of the application to itself come this way too.
  handled.handle = (request, response, next) => {
    response.once('close', () => {
      const { route, refusal } = response.locals;
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const operation = OPERATION_OF.get(`${method} ${route}`);
      if (!operation) return;
      noteClient(request, response, operation.id);
      if (!refusal) return;
      noteSeen(`${operation.id} ${refusal.name}`);
      if (!operation.declared.has(refusal.name))
        undeclared.add(`${operation.id} answers ${refusal.name}: ${refusal.message}`);
    });
    handle(request, response, next);
  };
  return {
    check() {
      if (undeclared.size === 0) return;
      throw new Error(`Name in \`refuses\` of its row in shared/contract: ${[...undeclared].join('; ')}`);
    },
  };
}

function noteClient({ headers }: Request, { statusCode }: Response, operation: string): void {
  const client = clientOf(headers['user-agent']);
  if (client && statusCode < 300) noteSeen(`client ${client} ${operation}`);
}
