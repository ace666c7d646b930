// An email that is being written: what the form holds, and what is sent of it. Pure.
import type { Email, SendEmailBody } from '../../../api/generated/types.ts';
import { splitAddresses } from '../../../format/addresses.ts';

/** The typed values. Addresses are separated by commas or line ends. */
export interface Draft {
  from: string;
  to: string;
  cc: string;
  bcc: string;
  replyTo: string;
  subject: string;
  kind: 'text' | 'html';
  text: string;
  html: string;
  /** `name:value`, separated by commas. */
  tags: string;
  scheduledAt: string;
  /** The fields of an email that is sent again, which the form does not show. */
  unseen: Pick<SendEmailBody, 'headers' | 'preview_text' | 'topic_id'>;
}

/** A new email. */
export const BLANK: Draft = {
  from: '',
  to: '',
  cc: '',
  bcc: '',
  replyTo: '',
  subject: '',
  kind: 'text',
  text: '',
  html: '',
  tags: '',
  scheduledAt: '',
  unseen: {},
};

/** A copy of the email; automatic parts, such as the text of a notice, are not repeated. */
export function draftOf(email: Email): Draft {
  const isHidden = email.source === 'notice';
  return {
    from: email.from,
    to: listed(email.to),
    cc: listed(email.cc),
    bcc: listed(email.bcc),
    replyTo: listed(email.reply_to),
    subject: email.subject,
    kind: email.html ? 'html' : 'text',
    text: isHidden ? '' : (email.text ?? ''),
    html: email.html ?? '',
    tags: email.tags.map(({ name, value }) => `${name}:${value}`).join(', '),
    scheduledAt: '',
    unseen: {
      ...(Object.keys(email.headers).length > 0 && { headers: email.headers }),
      ...(email.preview_text !== null && { preview_text: email.preview_text }),
      ...(email.topic_id !== null && { topic_id: email.topic_id }),
    },
  };
}

/** The request body. An html and a text that were given together are sent together. */
export function bodyOf(draft: Draft): SendEmailBody {
  const { from, subject, html, text, scheduledAt, unseen } = draft;
  const cc = splitAddresses(draft.cc);
  const bcc = splitAddresses(draft.bcc);
  const replyTo = splitAddresses(draft.replyTo);
  const tags = tagsOf(draft.tags);
  return {
    from: from.trim(),
    to: splitAddresses(draft.to),
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(replyTo.length > 0 && { reply_to: replyTo }),
    subject,
    ...(html !== '' && { html }),
    ...(text !== '' && { text }),
    ...(tags.length > 0 && { tags }),
    ...(scheduledAt.trim() !== '' && { scheduled_at: scheduledAt.trim() }),
    ...unseen,
  };
}

/** Whether there is nothing to lose, besides a sender that was filled in. */
export function isBlank(draft: Draft): boolean {
  return [draft.to, draft.cc, draft.bcc, draft.replyTo, draft.subject, draft.text, draft.html].every(
    (text) => text.trim() === '',
  );
}

function listed(addresses: readonly string[] | null): string {
  return (addresses ?? []).join(', ');
}

/** A tag without a value is sent unchanged, so that the API says what is missing. */
function tagsOf(text: string): { name: string; value: string }[] {
  return text
    .split(/[,\n]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
    .map((tag) => {
      const colon = tag.indexOf(':');
      if (colon === -1) return { name: tag, value: '' };
      return { name: tag.slice(0, colon).trim(), value: tag.slice(colon + 1).trim() };
    });
}
