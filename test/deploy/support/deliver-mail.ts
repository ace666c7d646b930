// Delivers a mail to an installation, as another mail server does, and finds where programs submit theirs.
import { expect } from 'chai';
import { openSmtpDialogue } from '../../support/net/smtp-dialogue.ts';
import type { ReadyProcess } from './installation.ts';

/** @param running the processes of the installation, of which one receives */
export async function deliverMail(
  running: readonly ReadyProcess[],
  { to, subject }: { to: string; subject: string },
): Promise<void> {
  const port = running.find(({ inboundPort }) => inboundPort !== undefined)?.inboundPort;
  const dialogue = await openSmtpDialogue(port ?? expect.fail('No process receives mail.'));
  for (const line of ['EHLO mx.customer.dev', 'MAIL FROM:<bo@customer.dev>', `RCPT TO:<${to}>`, 'DATA'])
    expect(await dialogue.say(line)).to.match(/^(?:250|354) /);
  const message = `From: bo@customer.dev\r\nSubject: ${subject}\r\n\r\nHello\r\n.`;
  expect(await dialogue.say(message)).to.match(/^250 /);
  dialogue.vanish();
}

/** @param running the processes of the installation, of which one takes mail from programs */
export function submissionPortOf(running: readonly ReadyProcess[]): number {
  const port = running.find(({ submissionPort }) => submissionPort !== undefined)?.submissionPort;
  return port ?? expect.fail('No process takes mail from programs.');
}
