// Makes the bytes of an email: composed and signed once, however many recipients are sent to together, since all of
// them see the same headers. An email is never sent unsigned: what cannot be signed is not a message.
import { composeMessage } from '../../shared/mail/compose.ts';
import { parseMailbox, type Mailbox } from '../../shared/mail/addresses.ts';
import { createDkimKeyCache, signMessage } from '../../shared/mail/dkim.ts';
import { textFromHtml } from '../../shared/mail/html-to-text.ts';
import type { LoadedEmail } from '../../shared/resources/emails/load.ts';
import type { Secrets } from '../../shared/secrets.ts';
