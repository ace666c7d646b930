// The clients of the flow: each sends the sample as its users do, with the settings of docs/reference/smtp.md#programs where
// that page has them. All of them check the certificate of the server.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { openSmtpDialogue } from '../../../support/net/smtp-dialogue.ts';
import { startRelayingPostfix } from './relaying-postfix.ts';
import { runProgram } from './run-program.ts';
import { SAMPLE, type SampleRecipients, sampleMail, writeSample } from './sample.ts';

/** Where clients send, and with what. */
export interface SubmissionAccess {
  /** The port for STARTTLS; `securePort` is for TLS from the first byte. */
  port: number;
  securePort: number;
  /** The API key. */
  key: string;
  /** File with the certificate, which is its own authority. */
  certificateFile: string;
}

type Client = (access: SubmissionAccess, recipients: SampleRecipients) => Promise<void>;

/** The name in the certificate. */
const HOST = 'localhost';
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A transport of nodemailer. */
export function nodemailerTransport({ key, certificateFile }: SubmissionAccess, port: object) {
  const tls = { ca: readFileSync(certificateFile, 'utf8') };
  return createTransport({ host: HOST, ...port, auth: { user: 'node', pass: key }, tls });
}

/** By their names, which are also those in their addresses. */
export const SUBMITTING_CLIENTS: Readonly<Record<string, Client>> = {
  async 'nodemailer-starttls'(access, recipients) {
    const transport = nodemailerTransport(access, { port: access.port, requireTLS: true });
    await transport.sendMail(sampleMail(recipients));
    transport.close();
  },
  async 'nodemailer-tls'(access, recipients) {
    const transport = nodemailerTransport(access, { port: access.securePort, secure: true });
    await transport.sendMail(sampleMail(recipients));
    transport.close();
  },
  swaks: sendWithSwaks,
  async smtplib({ port, key, certificateFile }, recipients) {
    const { from, file, image, ...texts } = SAMPLE;
    const [fileContent, imageContent] = [file, image].map(({ content }) => content.toString('base64'));
    const given = { port, key, certificateFile, recipients, from, ...texts, fileContent, imageContent };
    await runProgram('python3', [fileOf('smtplib-client.py')], { input: JSON.stringify(given) });
  },
  msmtp: (access, recipients) =>
    inDirectory(async (directory) => {
      const configuration = path.join(directory, 'msmtprc');
      await writeFile(configuration, msmtpConfiguration(access), { mode: 0o600 });
      const input = await writeSample(recipients);
      await runProgram('msmtp', [`--file=${configuration}`, '-t'], { input });
    }),
  phpmailer: replayPhpMailer,
  async postfix({ port, key, certificateFile }, recipients) {
    const postfix = await startRelayingPostfix({ host: HOST, port, key, certificateFile });
    try {
      await postfix.sendmail(await writeSample(recipients));
    } finally {
      await postfix.stop();
    }
  },
};

/** A form of its own: umlauts in fields as they are, and the image next to the html instead of within. */
function sendWithSwaks(access: SubmissionAccess, { to, bcc }: SampleRecipients): Promise<void> {
  const { port, key, certificateFile } = access;
  const { from, toName, subject, text, html, file, image } = SAMPLE;
  return inDirectory(async (directory) => {
    const [filePath, imagePath] = [file, image].map(({ filename }) => path.join(directory, filename));
    await Promise.all([writeFile(filePath ?? '', file.content), writeFile(imagePath ?? '', image.content)]);
    await runProgram('swaks', [
      '--server',
      HOST,
      '--port',
      String(port),
      '--tls',
      '--tls-verify',
      '--tls-ca-path',
      certificateFile,
      '--auth',
      'PLAIN',
      '--auth-user',
      'swaks',
      '--auth-password',
      key,
      '--from',
      from.address,
      '--to',
      `${to},${bcc}`,
      '--header',
      `Subject: ${subject}`,
      '--header',
      `From: ${from.name} <${from.address}>`,
      '--header',
      `To: ${toName} <${to}>`,
      '--attach-type',
      'text/plain; charset=utf-8',
      '--attach-body',
      text,
      '--attach-type',
      'text/html; charset=utf-8',
      '--attach-body',
      html,
      '--attach-type',
      file.contentType,
      '--attach',
      `@${filePath}`,
      // It has no option for the Content-ID, but writes a type as it is given.
      '--attach-type',
      `${image.contentType}; name=${image.filename}\nContent-ID: <${image.cid}>`,
      '--attach-name',
      '--attach',
      `@${imagePath}`,
    ]);
  });
}

/** Those of docs/reference/smtp.md#msmtp. */
function msmtpConfiguration({ port, key, certificateFile }: SubmissionAccess): string {
  return `account posthorn
host ${HOST}
port ${port}
tls on
tls_starttls on
tls_trust_file ${certificateFile}
auth on
user msmtp
password ${key}
from ${SAMPLE.from.address}
account default : posthorn
`;
}

/**
 * The lines that PHPMailer 6.6.3 sent with `SMTPAuth`, `ENCRYPTION_STARTTLS`, `CharSet` UTF-8, `addStringAttachment` and
 * `addStringEmbeddedImage`, and the message that it wrote, to the octet. It waits for each reply.
 */
async function replayPhpMailer({ port, key }: SubmissionAccess, { to, bcc }: SampleRecipients) {
  const dialogue = await openSmtpDialogue(port);
  const say = async (line: string, code: string) => {
    const reply = await dialogue.say(line);
    if (!reply.startsWith(code)) throw new Error(`PHPMailer would stop: ${line} was answered ${reply}`);
  };
  const hello = 'EHLO shop.acme.dev';
  await say(hello, '250');
  await say('STARTTLS', '220');
  await dialogue.secure();
  const offers = await dialogue.sayAll(hello);
  if (!offers.some((offer) => /^AUTH .*\bLOGIN\b/.test(offer))) throw new Error(`No LOGIN in ${offers}`);
  await say('AUTH LOGIN', '334');
  await say(base64('phpmailer'), '334');
  await say(base64(key), '235');
  await say(`MAIL FROM:<${SAMPLE.from.address}>`, '250');
  for (const address of [to, bcc]) await say(`RCPT TO:<${address}>`, '25');
  await say('DATA', '354');
  await dialogue.write(readFileSync(fileOf('phpmailer.eml'), 'utf8').replaceAll('\n', '\r\n'));
  await say('.', '250');
  await say('QUIT', '221');
}

/** Runs `use` with a temporary directory. */
async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-client-'));
  try {
    await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}
