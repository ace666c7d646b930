// Decisions of addresses, stored as the API and the pages for recipients store them.
import type { Pool } from 'pg';
import { addressKey } from '../../../../../../shared/mail/addresses.ts';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { chooseTopics } from '../../../../../../shared/resources/audience/topics/choices/choose.ts';
import type { TopicSubscription } from '../../../../../../shared/resources/audience/topics/topic.ts';
import {
  type ChosenBy,
  unsubscribe,
} from '../../../../../../shared/resources/audience/unsubscribes/unsubscribes.ts';

/** Unsubscribes an address from everything. */
export async function unsubscribeAddress(
  pool: Pool,
  { accountId, address }: { accountId: string; address: string },
  chosenBy: ChosenBy = 'person',
  now = new Date(),
): Promise<void> {
  const decision = { accountId, emailKeys: [addressKey(address)], now };
  await transaction(pool, (client) => unsubscribe(client, decision, chosenBy));
}

/** Chooses a topic for an address. */
export async function chooseTopic(
  pool: Pool,
  { accountId, address, topicId }: { accountId: string; address: string; topicId: string },
  subscription: TopicSubscription,
  chosenBy: ChosenBy = 'person',
  now = new Date(),
): Promise<void> {
  const choices = [{ emailKey: addressKey(address), topicId, subscription }];
  await transaction(pool, (client) => chooseTopics(client, { accountId, choices, chosenBy, now }));
}
