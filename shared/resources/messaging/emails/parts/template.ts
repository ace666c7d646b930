// The template that the contents were rendered from.
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** The template that the contents were rendered from; null: none. */
    templateId: string | null;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    templateId: string | null;
  }
}

export const template: MailPart = {
  name: 'template',
  isIn: ({ templateId }) => templateId !== null,
  columns: { emails: { template_id: column('uuid', ({ email }) => email.templateId) } },
  loads: { templateId: 'emails.template_id' },
};
