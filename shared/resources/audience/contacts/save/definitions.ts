// Reads and locks what contacts refer to: their audience, segments and topics. None of them is deleted until the end of
// the transaction.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { lockAudience } from '../../audiences/lock.ts';
import { findContactProperties } from '../../contact-properties/find.ts';
import { lockSegments } from '../../segments/lock.ts';
import { lockTopics } from '../../topics/lock.ts';
import type { Definitions } from './input.ts';

/** The definitions to lock. */
export interface WantedDefinitions {
  accountId: string;
  /** Undefined: the default audience. */
  audienceId: string | undefined;
  segmentIds: readonly string[];
  topicIds: readonly string[];
  /** Whether the properties of the account are read too. */
  hasProperties: boolean;
}

/**
 * Locks in this order: audience, segments, topics. Contacts are locked after them.
 * @returns the segments and topics that exist
 * @throws DomainError `not_found` for the audience
 */
export async function lockDefinitions(client: Transaction, wanted: WantedDefinitions): Promise<Definitions> {
  const { accountId, audienceId, segmentIds, topicIds, hasProperties } = wanted;
  const [audience, segments, topics, properties] = await Promise.all([
    lockAudience(client, accountId, audienceId),
    lockSegments(client, accountId, segmentIds),
    lockTopics(client, accountId, topicIds),
    hasProperties ? findContactProperties(client, accountId) : [],
  ]);
  return {
    audienceId: audience.id,
    segments: new Map(segments.map((segment) => [segment.id, segment])),
    topicIds: new Set(topics.map(({ id }) => id)),
    properties: new Map(properties.map((property) => [property.key, property])),
  };
}
