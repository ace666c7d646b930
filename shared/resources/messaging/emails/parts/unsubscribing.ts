// The links by which people unsubscribe: from a topic, or from all mail that has such links. Unsubscribes are checked
// before acceptance and before each attempt (docs/architecture/unsubscribes.md).
import { notFound } from '../../../../contract/domain-error.ts';
import { addListUnsubscribe } from '../../../../mail/unsubscribing/list-unsubscribe.ts';
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import {
  type OptOut,
  optedOut,
  ownTopics,
  type TopicAddress,
} from '../../../audience/topics/choices/opted-out.ts';
import { type EmailSource, isUnsubscribable, type NewEmail } from '../email.ts';
import type { MailPart, RecheckedRow } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** The topic that recipients may opt out of; null: none. */
    topicId: string | null;
  }
}

declare module './mail-part.ts' {
  interface RecheckedRow {
    /** null: the email no longer exists. */
    source: EmailSource | null;
    topicId: string | null;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    topicId: string | null;
  }

  interface ClaimedRecipient {
    /** Why the address does not want the email now; absent: it does, or the email cannot be unsubscribed from. */
    optOut?: OptOut | undefined;
  }
}

export const unsubscribing: MailPart = {
  name: 'unsubscribing',
  isIn: isUnsubscribable,
  asks: {
    queries(emails) {
      const topics = ownTopics(emails.flatMap(topicOf));
      const optOuts = optedOut(emails.flatMap(subscribersOf));
      return [
        {
          ...topics,
          answer(rows) {
            const isOwn = topics.answer(rows);
            const isUnknown = (email: NewEmail) => topicOf(email).some((topic) => !isOwn(topic));
            return {
              refusalOf: (email) =>
                isUnknown(email) ? notFound('Topic', { reason: 'topic_not_found' }) : undefined,
            };
          },
        },
        {
          ...optOuts,
          answer(rows) {
            const find = optOuts.answer(rows);
            return {
              findOptOut: ({ accountId, topicId }, address) => find({ accountId, topicId, address }),
            };
          },
        },
      ];
    },
  },
  columns: { emails: { topic_id: column('uuid', ({ email }) => email.topicId) } },
  loads: { topicId: 'emails.topic_id' },
  headers: (headers, { topicId = null, source = 'api' }, own) =>
    own?.unsubscribe && isUnsubscribable({ topicId, source })
      ? addListUnsubscribe(headers, own.unsubscribe, own.canOneClick)
      : headers,
  rechecks: {
    columns: { source: 'source', topicId: 'topic_id' },
    isIn: ({ source, topicId }) => source !== null && isUnsubscribable({ source, topicId }),
    query(recipients) {
      const optOuts = optedOut(recipients.map(toTopicAddress));
      return {
        ...optOuts,
        answer(rows) {
          const find = optOuts.answer(rows);
          return (recipient, row) => {
            recipient.optOut = find(toTopicAddress(row));
          };
        },
      };
    },
  },
};

function topicOf({ accountId, topicId }: NewEmail) {
  return topicId === null ? [] : [{ accountId, topicId }];
}

function subscribersOf({ accountId, topicId, to, cc, bcc }: NewEmail): TopicAddress[] {
  return [...to, ...cc, ...bcc].map(({ mailbox: { address } }) => ({ topicId, accountId, address }));
}

function toTopicAddress({ accountId, address, topicId }: RecheckedRow): TopicAddress {
  return { accountId, address, topicId };
}
