// A mailbox that is accepted.
import { expect } from 'chai';
import { type Mailbox, parseMailbox } from '../../../../shared/mail/addresses.ts';

export function mailbox(text: string): Mailbox {
  return parseMailbox(text) ?? expect.fail(`${text} is not accepted.`);
}
