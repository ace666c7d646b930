// The form of each kind's feedback. A new kind is a file with its form, a row here, and a row of TOKEN_FIELDS (token-field.ts).
import { BREVO } from './brevo.ts';
import type { FeedbackForm } from './feedback-form.ts';
import { MAILGUN } from './mailgun.ts';
import { POSTMARK } from './postmark.ts';
import type { FeedbackKind } from './provider-kind.ts';
import { SENDGRID } from './sendgrid.ts';
import { SES } from './ses.ts';

export const FEEDBACK_FORMS: Readonly<Record<FeedbackKind, FeedbackForm>> = {
  ses: SES,
  postmark: POSTMARK,
  mailgun: MAILGUN,
  sendgrid: SENDGRID,
  brevo: BREVO,
};
