// Tests of mail for many recipients: one email per address, charged and sent like other mail. Its writers open the
// tests, even if they have unsubscribed: tests have no topic and are not measured, or their opens would count as
// recipients' ones.

import type { SendableContent } from '../../../../contract/mail/fields.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import { type NewEmail, newEmail, type ParsedMailbox } from '../email.ts';
import type { Acceptor } from './accept.ts';
import { refuseReservedRecipients } from './drop-cause.ts';

/** The dependencies of submitting tests. */
export interface SubmitTestDeps {
  acceptor: Acceptor;
  simulatorDomains: readonly string[];
}

/** The recipients of a test. */
export interface AskedTest {
  accountId: string;
  to: readonly ParsedMailbox[];
}

/** The parts that differ between the emails of tests. */
export type TestEmail = SendableContent<ParsedMailbox> &
  Pick<NewEmail, 'id' | 'accountId' | 'boundDomainId' | 'templateId' | 'poll' | 'createdAt'>;

/**
 * Submits the emails of a test, all or none.
 * @param write writes them, one per recipient, in their order
 * @returns the ids of the emails, in the order of the addresses; a repeated address counts once
 * @throws DomainError `reserved_recipient`, before anything is written; refusals of a send
 */
export async function submitTest(
  { acceptor, simulatorDomains }: SubmitTestDeps,
  { accountId, to }: AskedTest,
  write: (recipients: readonly ParsedMailbox[]) => Promise<readonly TestEmail[]>,
): Promise<string[]> {
  const recipients = [...new Map(to.map((each) => [addressKey(each.mailbox.address), each])).values()];
  refuseReservedRecipients(recipients, simulatorDomains);
  const written = await write(recipients);
  const emails = written.map((email, index) => complete(email, recipients[index] as ParsedMailbox));
  const batch = { mode: 'strict', indexes: emails.map((_, index) => index), refused: [] } as const;
  const { ids } = await acceptor.submit({ accountId, emails, batch });
  return ids;
}

function complete(email: TestEmail, recipient: ParsedMailbox): NewEmail {
  return newEmail(email, {
    ...email,
    source: 'api',
    to: [recipient],
    tracking: { opens: false, clicks: false },
  });
}
