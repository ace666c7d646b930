// Dialogues as they are stored (shared/mail/smtp-dialogue.ts), from their parts.
import { type ServerDialogue, writeEvent, writeHead } from '../../shared/mail/smtp-dialogue.ts';

/** A part whose other fields say that there was no connection. */
export type DialoguePart = Partial<ServerDialogue> & Pick<ServerDialogue, 'server'>;

/** The text of the column `dialogue`. */
export function storedDialogue(...parts: readonly DialoguePart[]): string {
  return parts
    .map(
      ({
        server,
        address = null,
        source = null,
        opened_at = '',
        tls = null,
        mails_before = 0,
        lines = [],
      }) => {
        const said = lines.map(([ms, who, text]) => `${ms}${who}${writeEvent(text)}\n`).join('');
        return `${writeHead({ server, address, source, opened_at, tls })}${mails_before}\n${said}`;
      },
    )
    .join('');
}
