// A send that is refused: its error, and nothing left behind.
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import type { TestApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import type { Sender } from './sender.ts';

/** Sends a good body with these changes, and expects to be refused with 422 and these words. */
export async function expectSendRefused(
  { app, sender }: { app: TestApp; sender: Sender },
  changes: Record<string, unknown>,
  name: ErrorName,
  words: string,
): Promise<void> {
  expect(expectError(await sender.send(changes), 422, name)).to.include(words);
  const { rowCount } = await app.pool.query('SELECT FROM emails WHERE account_id = $1', [sender.accountId]);
  expect(rowCount).to.equal(0);
}
