// What becomes of the mail of a campaign at those who got it: they open it, follow its link and unsubscribe by what is in it, and so
// does a machine.
import { expect } from 'chai';
import PostalMime, { type Email } from 'postal-mime';
import { BROWSER } from '../../support/factories/tracking-factories.ts';
import type { SmtpSink } from '../../support/smtp-sink/smtp-sink.ts';

/** What a mail has of the service: its pixel, and its first link. */
const PATHS = { open: '/o/', click: '/c/' } as const;

/** The mails that a server has got so far. */
export function readMails({ messages }: SmtpSink): Promise<Email[]> {
  return Promise.all(messages.map(({ raw }) => PostalMime.parse(raw)));
}

/** Loads the pixel of a mail, or follows its link. @returns where that leads */
export async function touch(mail: Email | undefined, how: 'open' | 'click', userAgent = BROWSER) {
  const [, href = ''] = new RegExp(`"(http[^"]*${PATHS[how]}[^"]*)"`).exec(mail?.html ?? '') ?? [];
  const answer = await fetch(href, { redirect: 'manual', headers: { 'user-agent': userAgent } });
  expect(answer.status).to.equal(how === 'open' ? 200 : 302);
  return answer.headers.get('location');
}

/** As a mailbox provider does (RFC 8058). */
export async function unsubscribe(mail: Email | undefined): Promise<void> {
  const { value = '' } = mail?.headers.find(({ key }) => key === 'list-unsubscribe') ?? {};
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const { status } = await fetch(/<(http[^>]+)>/.exec(value)?.[1] ?? '', { method: 'POST', body });
  expect(status).to.equal(200);
}
