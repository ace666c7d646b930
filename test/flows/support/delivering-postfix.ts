// A Postfix that delivers the mail of a domain to mailboxes in its directory, and mail to return paths to Posthorn. It
// looks whether a mailbox exists only when it delivers, as a relay in front of other servers has to: so it answers 250
// first, and reports later.
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  makePostfixDirectory,
  removePostfixDirectory,
  startPostfixProgram,
} from '../../../bench/servers/postfix-program.ts';

const MAILBOXES = 'mailboxes';
/** Debian's user without rights. */
const MAILBOX_OWNER = 'static:65534';

/** A relay. */
export type DeliveringPostfix = Awaited<ReturnType<typeof startDeliveringPostfix>>;

/** Where its mail goes. */
export interface DeliveringPostfixOptions {
  /** The only mailbox of its domain. */
  mailbox: string;
  /** Domain of return paths. */
  returnPathDomain: string;
  /** Port on loopback of the server that takes its reports. */
  reportsPort: number;
}

/** Starts it; the caller stops it. */
export async function startDeliveringPostfix(options: DeliveringPostfixOptions) {
  const { mailbox, returnPathDomain, reportsPort } = options;
  const [, domain = ''] = mailbox.split('@');
  const directory = await makePostfixDirectory();
  const mailboxes = path.join(directory, MAILBOXES);
  await mkdir(mailboxes);
  await chmod(mailboxes, 0o777);
  const program = await startPostfixProgram(directory, {
    settings: {
      myhostname: `mx.${domain}`,
      virtual_mailbox_domains: domain,
      virtual_mailbox_base: mailboxes,
      virtual_mailbox_maps: `inline:{ ${mailbox}=${mailbox} }`,
      virtual_uid_maps: MAILBOX_OWNER,
      virtual_gid_maps: MAILBOX_OWNER,
      smtpd_reject_unlisted_recipient: 'no',
      transport_maps: `inline:{ ${returnPathDomain}=smtp:[127.0.0.1]:${reportsPort} }`,
      default_transport: 'error:this relay delivers to no other domain',
    },
    services: ['virtual unix - n n - - virtual'],
  }).catch(async (error: unknown) => {
    await removePostfixDirectory(directory);
    throw error;
  });
  return {
    /** The value for SMTP_URL. */
    url: `smtp://127.0.0.1:${program.port}`,
    /** All that was delivered to the mailbox. */
    readMailbox: () => readFile(path.join(mailboxes, mailbox), 'utf8'),
    async stop() {
      await program.stop();
      await removePostfixDirectory(directory);
    },
  };
}
