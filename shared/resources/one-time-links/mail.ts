// Mails one-time links. The token is made for the mail, and stored as a hash in the transaction that accepts the email: so
// a link is mailed once, and its token is known to the mailbox alone.
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Ids } from '../../platform/time/ids.ts';
import type { Acceptor } from '../emails/accept/accept.ts';

/** Dependencies of mailing links. */
export interface MailLinkDeps {
  database: Database;
  ids: Ids;
  clock: Clock;
  acceptor: Acceptor;
  config: Pick<Config, 'publicUrl'>;
  log: Logger;
}

/** Mails a link, unless it was mailed already or is gone. */
export async function mailLink(_deps: MailLinkDeps, _id: string): Promise<void> {}
