// Mail that must arrive to the octet: signed by openssl and gpg, which also verify it, an invitation, and a forwarded message.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from './run-program.ts';
import { SAMPLE } from './sample.ts';

/** Signs mail with keys of its own. */
export type MailSigner = Awaited<ReturnType<typeof createMailSigner>>;

/** What is signed: a part with umlauts in octets, with lines that end in spaces, and in dots at their start. */
const SIGNED_PART = lines(
  'Content-Type: multipart/mixed; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  `${SAMPLE.text} mit Unterschrift,`,
  '.',
  '..und From hier ',
  '-- ',
  'Käthe',
  '--inner',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename=a.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  SAMPLE.file.content.toString('base64'),
  '--inner--',
);
const OUTER = 'outer-boundary';

/** Makes the keys in a temporary directory; the caller removes it. */
export async function createMailSigner() {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-signer-'));
  const fileOf = (name: string) => path.join(directory, name);
  const environment = { GNUPGHOME: directory };
  const gpg = (args: readonly string[], input?: string) =>
    runProgram('gpg', ['--batch', ...args], { environment, ...(input !== undefined && { input }) });
  const { address } = SAMPLE.from;
  const certificate = fileOf('certificate.pem');
  const key = fileOf('key.pem');
  await Promise.all([
    runProgram('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/emailAddress=${address}`,
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
    gpg(['--passphrase', '', '--quick-generate-key', address, 'ed25519', 'sign']),
  ]);
  return {
    async signSmime(header: string): Promise<Buffer> {
      const signer = ['-signer', certificate, '-inkey', key];
      const signed = await runProgram('openssl', ['cms', '-sign', ...signer], { input: SIGNED_PART });
      // openssl ends its own lines with LF, and those of the part with CRLF.
      return Buffer.from(header + signed.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
    },
    /** @throws what openssl says */
    async verifySmime(raw: Buffer): Promise<void> {
      const message = fileOf('smime.eml');
      const content = fileOf('content');
      await writeFile(message, raw);
      await runProgram('openssl', [
        'cms',
        '-verify',
        '-CAfile',
        certificate,
        '-in',
        message,
        '-out',
        content,
      ]);
      const verified = await readFile(content, 'utf8');
      if (verified !== SIGNED_PART) throw new Error(`openssl has verified something else: ${verified}`);
    },
    /** RFC 3156 §5. */
    async signPgp(header: string): Promise<Buffer> {
      const signature = await gpg(['--armor', '--digest-algo', 'SHA512', '--detach-sign'], SIGNED_PART);
      const type = `multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature"`;
      const armored = signature.toString().trimEnd().split('\n');
      const parts = [
        `--${OUTER}`,
        `${SIGNED_PART}`,
        `--${OUTER}`,
        'Content-Type: application/pgp-signature',
        '',
        ...armored,
        `--${OUTER}--`,
      ];
      return Buffer.from(header + lines(`Content-Type: ${type}; boundary="${OUTER}"`, '', ...parts));
    },
    /** @throws what gpg says */
    async verifyPgp(raw: Buffer): Promise<void> {
      const [, part = '', signature = ''] = raw.toString().split(`--${OUTER}\r\n`);
      await writeFile(fileOf('part'), part.slice(0, -'\r\n'.length));
      const armored = signature.slice(signature.indexOf('\r\n\r\n'), signature.indexOf(`--${OUTER}--`));
      await gpg(['--verify', '-', fileOf('part')], armored.trimStart());
    },
    async remove(): Promise<void> {
      // It started an agent for the directory.
      await runProgram('gpgconf', ['--kill', 'all'], { environment });
      await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** As Nextcloud and mail programs write one. */
export function writeInvitation(header: string): Buffer {
  const event = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'UID:1@acme.dev'];
  const rest = ['SUMMARY:Frühstück', 'DTSTART:20261201T090000Z', 'END:VEVENT', 'END:VCALENDAR'];
  const alternatives = [
    ['text/plain; charset=utf-8', 'Zum Frühstück'],
    ['text/html; charset=utf-8', '<p>Zum Frühstück'],
    ['text/calendar; charset=utf-8; method=REQUEST', [...event, ...rest].join('\r\n')],
  ].map(([type, content]) =>
    lines('--a', `Content-Type: ${type}`, 'Content-Transfer-Encoding: 8bit', '', content ?? ''),
  );
  return Buffer.from(
    `${header}${lines('Content-Type: multipart/alternative; boundary=a', '')}${alternatives.join('')}--a--\r\n`,
  );
}

/** The forwarded message has what the service takes out of the header of the message itself. */
export function writeForward(header: string): Buffer {
  return Buffer.from(
    header +
      lines(
        'Content-Type: multipart/mixed; boundary=f',
        '',
        '--f',
        'Content-Type: text/plain',
        '',
        'See below.',
        '--f',
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment',
        '',
        'Return-Path: <max@elsewhere.dev>',
        'Received: from a by b; Tue, 24 Nov 2026 09:00:00 +0000',
        'From: max@elsewhere.dev',
        'To: kaethe@acme.dev',
        'Bcc: other@elsewhere.dev',
        'Subject: =?iso-8859-1?Q?Gr=FC=DFe?=',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Sch=F6ne Gr=FC=DFe',
        '',
        '--f--',
      ),
  );
}

function lines(...texts: string[]): string {
  return texts.map((text) => `${text}\r\n`).join('');
}
