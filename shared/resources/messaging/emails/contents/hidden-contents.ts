// Hides the content of the service's own mail (source `notice`) from the account that it was accepted for, the operator's: it
// may have a link that signs its recipient in. Whatever shows contents reads them with this.
// Workers, which send them, do not.
import { renderedFrom } from './stored-body.ts';

const HIDDEN_TEXT = 'The service sent this email itself. Only its recipients can read its content.';

/** SQL that is true of an email whose contents are hidden. @param emails the name of `emails` in the statement */
export function hasHiddenContents(emails: string): string {
  return `${emails}.source = 'notice'`;
}

/**
 * SQL that selects `html`, `text`, `poll` and `rendered` of an email as they may be shown. The service's own mail has no poll.
 * @param tables the names of `emails` and `email_contents` in the statement
 */
export function shownContents({ emails, contents }: { emails: string; contents: string }): string {
  const isHidden = hasHiddenContents(emails);
  return `CASE WHEN ${isHidden} THEN NULL ELSE ${contents}.html END AS html,
          CASE WHEN ${isHidden} THEN '${HIDDEN_TEXT}' ELSE ${contents}.text END AS text,
          ${contents}.poll, ${renderedFrom(contents)} AS rendered`;
}
