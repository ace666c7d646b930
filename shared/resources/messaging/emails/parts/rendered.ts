// Contents that are rendered whenever they are read, from what a campaign says and the values of one contact
// (docs/architecture/campaigns.md#contents). html and text of such an email are null.
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import { type RenderedFrom, renderedFrom } from '../contents/stored-body.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** The source from which html and text, which are null, are rendered at each read. Absent: they are stored. */
    rendered?: (RenderedFrom & { bytes: number }) | undefined;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    /** The source of html and text when the message is made; null: they are stored. */
    rendered: RenderedFrom | null;
  }
}

export const renderedContents: MailPart = {
  name: 'rendered',
  isIn: (email) => email.rendered !== undefined,
  sizeOf: (email) => JSON.stringify(email.rendered?.data).length,
  columns: {
    contents: {
      source_id: column('uuid', ({ email }) => email.rendered?.sourceId),
      data: column('jsonb', ({ email }) => email.rendered?.data),
      rendered_bytes: column('integer', ({ email }) => email.rendered?.bytes),
    },
  },
  loads: { rendered: renderedFrom('contents') },
  erases: { contents: 'source_id = NULL, data = NULL', texts: { contents: { data: 'jsonb' } } },
};
