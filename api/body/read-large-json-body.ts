// Reads a JSON body of more than a megabyte: its bytes count in the budget that all large bodies share, and its values
// are counted while it arrives, because a body of nothing but brackets needs ten times its size when it is parsed.
import type { RequestHandler } from 'express';
import { JSON_VALUES_MAX } from '../../shared/contract/limits.ts';
import type { ByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import type { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import { callerOf } from '../caller.ts';
import { boundedBody } from './bounded-body.ts';
import { BACKSLASH, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './json-octets.ts';
import { parseLargeJson } from './parse-large-json.ts';
import { hasBody, tooManyValues } from './read-json-body.ts';

/** The dependencies of the reader. */
export interface LargeBodyDeps {
  bodyBudget: ByteBudget;
  turns: FairTurns;
}

/** Middleware that sets `request.body` to the parsed JSON; without a body to `{}`. */
export function readLargeJsonBody({ bodyBudget, turns }: LargeBodyDeps, maxBytes: number): RequestHandler {
  return async (request, response, next) => {
    request.body = {};
    if (!hasBody(request)) return next();
    const { accountId } = callerOf(request);
    const part = bodyBudget.open(accountId);
    response.once('close', () => part.release());
    const values = new ValueCounter();
    const pieces: Buffer[] = [];
    for await (const piece of boundedBody(request, maxBytes)) {
      await part.take(piece.length);
      values.count(piece);
      pieces.push(piece);
    }
    request.body = await parseLargeJson(pieces, turns, accountId);
    next();
  };
}

/** Counts the values of JSON text: one follows each comma and each opening bracket outside of strings. */
class ValueCounter {
  #values = 0;
  #isInText = false;
  #isEscaped = false;

  /** @throws DomainError `validation_error` when there are too many */
  count(piece: Buffer): void {
    for (const octet of piece) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (octet === QUOTE) this.#isInText = !this.#isInText;
      else if (this.#isInText) this.#isEscaped = octet === BACKSLASH;
      else if (octet === COMMA || octet === OPEN_ARRAY || octet === OPEN_OBJECT) this.#values += 1;
    }
    if (this.#values > JSON_VALUES_MAX) throw tooManyValues();
  }
}
