// The body of an email: stored html and text, or the sources from which they are rendered at each read
// (docs/architecture/campaigns.md#contents).
import type { MailBody } from '../../../../contract/mail/fields.ts';
import type { PollDefinition } from '../../polls/poll.ts';

/** The sources from which the contents of an email are rendered. */
export interface RenderedFrom {
  /** A row of `campaign_contents`. */
  sourceId: string;
  /** The values that it shows. */
  data: Readonly<Record<string, unknown>>;
}

/** Html and text of an email, and what it asks; null: nothing. */
export interface EmailBody extends MailBody {
  poll: PollDefinition | null;
}

/** An email whose contents may be rendered. */
export interface StoredBody extends EmailBody {
  accountId: string;
  /** null: html, text and poll are what it says. */
  rendered: RenderedFrom | null;
  createdAt: Date;
}

/** Answers what an email says. Each process has one (campaign-contents/body-reader.ts). */
export type ReadBody = (stored: StoredBody) => Promise<EmailBody>;

/** SQL of a RenderedFrom. @param contents the name of `email_contents` in the statement */
export function renderedFrom(contents: string): string {
  return `CASE WHEN ${contents}.source_id IS NOT NULL
    THEN jsonb_build_object('sourceId', ${contents}.source_id, 'data', coalesce(${contents}.data, '{}')) END`;
}
