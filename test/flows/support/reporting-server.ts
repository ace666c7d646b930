// A mail server that accepts every message, and reports to the return path that there is no such mailbox: before its 250 or
// after it.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { writeBounceReport } from './bounce-report.ts';
import { deliverMail } from './deliver-mail.ts';

/** What a server does with a message. */
export interface ReportingServerOptions {
  /** Port on loopback of the server that takes its reports. */
  reportsPort: number;
  /** Whether the report to this recipient leaves before the 250. */
  reportsFirst(recipient: string): boolean;
  /** Called after the report was taken, before the 250 of a recipient who is reported first. */
  beforeAnswer(recipient: string, returnPath: string): Promise<unknown>;
}

/** Starts it; the caller stops it. */
export async function startReportingServer(options: ReportingServerOptions) {
  const { reportsPort, reportsFirst, beforeAnswer } = options;
  /** Reports that were refused. */
  const refused: string[] = [];
  const report = async (recipient: string, returnPath: string) => {
    const content = writeBounceReport(recipient, `about-${recipient}`);
    const reply = await deliverMail(reportsPort, { from: '', to: returnPath, content });
    if (!reply.startsWith('250 ')) refused.push(recipient);
  };
  const take = async ({ envelope }: SMTPServerSession, answer: () => void) => {
    const returnPath = envelope.mailFrom ? envelope.mailFrom.address : '';
    const [{ address } = { address: '' }] = envelope.rcptTo;
    if (!reportsFirst(address)) answer();
    await report(address, returnPath);
    if (!reportsFirst(address)) return;
    await beforeAnswer(address, returnPath);
    answer();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      stream.resume().once('end', () => {
        take(session, () => callback()).catch((error: Error) => callback(error));
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    refused: refused as readonly string[],
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
