// The way of a mail, found before the mail is sent: the provider that carries it, and the destination whose turn it
// waits for.
import type { OfferedMail } from '../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import type { Way } from './mx/ways.ts';
import type { Destination } from './pacing/destination.ts';
import type { OpenProvider } from './providers/open-provider.ts';

/** The way of a mail. */
export interface MailWay {
  provider: OpenProvider;
  /** The destination; absent: no server is asked. */
  destination: Destination | undefined;
  /** The way of direct delivery. */
  direct: Way | undefined;
  /** The name of the provider, where the recipient's row does not have it yet. */
  newProvider: string | undefined;
}

/** Finds ways. @throws what the database throws */
export type FindMailWay = (mail: OfferedMail) => Promise<MailWay>;
