// The message that each client of the flow sends: text, html, a file, an image in the html, umlauts wherever a message can
// have them, and a recipient that no other may see.
import { createTransport, type SendMailOptions } from 'nodemailer';

/** The domain of the account; what it sends is signed for it. */
export const SENDER_DOMAIN = 'acme.dev';
export const SAMPLE = {
  from: { name: 'Käthe Müller', address: `kaethe@${SENDER_DOMAIN}` },
  toName: 'Bo Öhm',
  subject: 'Grüße aus Köln – Rechnung № 7',
  text: 'Schöne Grüße',
  html: '<p>Schöne Grüße <img src="cid:logo@acme.dev" alt="Löwe"></p>',
  file: {
    filename: 'Rechnung Müller.pdf',
    contentType: 'application/pdf',
    // Octets that no charset has, line breaks of both kinds and lines of dots.
    content: Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj <<>> endobj\n.\n..\r\n%%EOF', 'latin1'),
  },
  image: {
    filename: 'logo.png',
    contentType: 'image/png',
    cid: 'logo@acme.dev',
    content: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
      'base64',
    ),
  },
} as const;

/** Who gets it: addresses. */
export interface SampleRecipients {
  to: string;
  bcc: string;
}

/** The recipients of one client's message. */
export function recipientsOf(client: string): SampleRecipients {
  return { to: `${client}-to@customer.dev`, bcc: `${client}-bcc@customer.dev` };
}

/** The message as nodemailer takes it. */
export function sampleMail({ to, bcc }: SampleRecipients): SendMailOptions {
  const { from, toName, subject, text, html, file, image } = SAMPLE;
  return { from, subject, text, html, bcc, to: { name: toName, address: to }, attachments: [file, image] };
}

/** The message with Bcc in its header and with LF, as a program writes it for a command in place of sendmail. */
export async function writeSample(recipients: SampleRecipients): Promise<Buffer> {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message } = await writer.sendMail(sampleMail(recipients));
  return message as Buffer;
}
