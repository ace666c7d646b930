// The report of a mail server that has accepted a message for a mailbox that does not exist.
import { dsn, recipientGroup, write } from '../../shared/mail/reports/support/report-fixture.ts';

/** @param messageId without one, the same report may come in twice */
export function writeBounceReport(address: string, messageId?: string): string {
  const group = recipientGroup(address, 'failed', '5.1.1', `smtp; 550 5.1.1 <${address}> no such user`);
  return write({
    name: 'a bounce',
    from: 'Mail Delivery System <mailer-daemon@customer.dev>',
    subject: 'Undelivered mail',
    headers: messageId === undefined ? [] : [`Message-ID: <${messageId}>`],
    text: 'It was not delivered.\n',
    ...dsn([group]),
    expected: { kind: 'unknown' },
  });
}
