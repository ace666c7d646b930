// The size estimate that limits waiting emails counts every part that a client can make large.
import { expect } from 'chai';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { sizeOfEmail } from '../../../../../../shared/resources/messaging/emails/accept/size.ts';
import type { NewEmail } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { mailboxes, newEmail } from './new-email.ts';

describe('the size of an email', () => {
  const sender = { accountId: '', domain: { name: 'acme.dev' } };
  const size = (changes: Partial<NewEmail>) =>
    sizeOfEmail(newEmail(createIds(createSystemClock()), sender, changes));

  const large = 'x'.repeat(500);
  const named = mailboxes(`${large} <bo@customer.dev>`);
  const parts: [name: string, changes: Partial<NewEmail>][] = [
    ['html', { html: large }],
    ['text', { text: large }],
    ['preview_text', { previewText: large }],
    ['headers', { headers: { 'X-A': large } }],
    ['to', { to: named }],
    ['cc', { cc: named }],
    ['bcc', { bcc: named }],
    ['reply_to', { replyTo: named }],
  ];
  for (const [name, changes] of parts) {
    it(`counts ${name}`, () => {
      expect(size(changes) - size({ text: '' })).to.be.at.least(large.length);
    });
  }

  it('is never 0', () => {
    expect(size({ text: '' })).to.be.above(500);
  });
});
