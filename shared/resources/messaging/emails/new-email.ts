// Makes an email for the acceptor of what it says and of how it is sent: what a caller leaves out has its default here.
import type { SendableContent } from '../../../contract/mail/fields.ts';
import type { NewEmail, ParsedMailbox } from './email.ts';

/** What an email says. */
type Said = SendableContent<ParsedMailbox> & Partial<Pick<NewEmail, 'templateId' | 'poll'>>;

/** How it is sent. */
type Sending = Pick<NewEmail, 'id' | 'accountId' | 'source' | 'to' | 'createdAt'> &
  Partial<Omit<NewEmail, keyof Said>>;

/**
 * Makes an email.
 * Each field is named: V8 would make a new hidden class (map) for each object spread from joi's result, and all emails have one.
 */
export function newEmail(said: Said, sending: Sending): NewEmail {
  return {
    id: sending.id,
    accountId: sending.accountId,
    boundDomainId: sending.boundDomainId ?? null,
    source: sending.source,
    lane: sending.lane ?? 'transactional',
    from: said.from,
    to: sending.to,
    cc: sending.cc ?? [],
    bcc: sending.bcc ?? [],
    replyTo: said.replyTo,
    subject: said.subject,
    html: said.html,
    text: said.text,
    previewText: said.previewText,
    headers: sending.headers ?? {},
    tags: sending.tags ?? [],
    topicId: sending.topicId ?? null,
    templateId: said.templateId ?? null,
    automationId: sending.automationId ?? null,
    run: sending.run,
    campaign: sending.campaign,
    rendered: sending.rendered,
    poll: said.poll,
    ownsPoll: sending.ownsPoll,
    tracking: sending.tracking,
    scheduledAt: sending.scheduledAt ?? null,
    threadId: sending.threadId,
    messageId: sending.messageId,
    attachments: sending.attachments,
    kept: sending.kept,
    createdAt: sending.createdAt,
  };
}
