// The manifest of webhooks (foundation/manifest.ts).
import { type Bounds, rowsById, rowsByTime } from '../../../platform/retention/retention.ts';
import { versionOf } from '../change-mark.ts';
import type { Manifest } from '../manifest.ts';
import { ID_KEY, ownedRows, parentsIn } from '../owned-rows.ts';
import { IS_LAST_SUCCESS } from './delivery/counters.ts';
import { webhookWork } from './delivery/work.ts';
import { replayWork } from './replays/work.ts';
import { signingSecretOwner } from './signing-secret-owner.ts';

/** Readers add up 24 hours. */
const COUNTED_DAYS = 2;
const REPLAY_DAYS = 30;

const MARKED_WEBHOOKS = 20;
/** Messages of each webhook that are read for the mark. Attempts are counted across all of its messages. */
const MARKED_MESSAGES = 3;

const ofWebhooks = parentsIn('webhooks');

export const webhooksManifest = {
  work: [webhookWork, replayWork],
  partitioned: [
    { name: 'webhook_messages', idKind: 'uuid' },
    { name: 'webhook_attempts', idKind: 'uuid' },
  ],
  retention: (days) => [
    {
      ...rowsById('webhook messages', 'webhook_messages', days.webhookMessages),
      retainedWhile: messageIsInUse,
      dependents: [{ table: 'webhook_attempts', column: 'message_id' }],
      isContinuous: true,
    },
    {
      ...rowsByTime('counts of webhooks', 'webhook_counters', 'starts_at', COUNTED_DAYS),
      retainedWhile: () => [IS_LAST_SUCCESS],
    },
    {
      ...rowsById('replays of webhooks', 'webhook_replays', REPLAY_DAYS),
      retainedWhile: () => ['webhook_replays.ended_at IS NULL'],
    },
    {
      ...rowsById('counts of replays', 'webhook_replay_counters', REPLAY_DAYS),
      retainedWhile: () => [
        'EXISTS (SELECT FROM webhook_replays AS replay WHERE replay.id = webhook_replay_counters.id)',
      ],
    },
  ],
  deletion: {
    stage: 'webhooks',
    rows: [
      {
        table: 'webhook_replays',
        column: 'webhook_id',
        parents: ofWebhooks,
        key: [ID_KEY],
        dependents: [{ table: 'webhook_replay_counters', column: 'id' }],
      },
      {
        table: 'webhook_counters',
        column: 'webhook_id',
        parents: ofWebhooks,
        key: [['starts_at', 'timestamptz']],
      },
      // Before their messages: nothing is announced to them any more.
      ownedRows('webhooks', ID_KEY),
      {
        table: 'webhook_messages',
        column: 'webhook_id',
        key: [ID_KEY],
        // Also of webhooks that were deleted before.
        async parents(client, accountId, after) {
          const { findNextEndpoint } = await import('./erasing/find.ts');
          const next = await findNextEndpoint(client, accountId, after);
          return next && { id: next.webhookId, ref: next.isOwn ? next.webhookId : null };
        },
        dependents: [{ table: 'webhook_attempts', column: 'message_id' }],
      },
    ],
    claimed: ['webhook_messages', 'webhook_replays'],
  },
  changeMarks: [
    {
      names: ['webhooks'],
      value: (account) =>
        versionOf(`
          SELECT version.xmin
          FROM (SELECT id, xmin FROM webhooks WHERE account_id = ANY(ARRAY[${account}])
                ORDER BY account_id DESC, id DESC LIMIT ${MARKED_WEBHOOKS}) AS webhook
          CROSS JOIN LATERAL (
            SELECT webhook.xmin
            UNION ALL
            (SELECT xmin FROM webhook_counters WHERE webhook_id = webhook.id ORDER BY starts_at DESC LIMIT 1)
            UNION ALL
            (SELECT xmin FROM webhook_messages WHERE webhook_id = ANY(ARRAY[webhook.id])
             ORDER BY webhook_id DESC, id DESC LIMIT ${MARKED_MESSAGES})) AS version (xmin)`),
    },
  ],
  secrets: [
    {
      name: 'webhook signing secret',
      table: 'webhooks',
      column: 'signing_secret',
      ownerOf: signingSecretOwner,
    },
  ],
  erasurePhases: { messages: async () => (await import('./erasing/phase.ts')).eraseAllMessages },
} satisfies Manifest;

/** Messages that may still be delivered, those that were tried too lately, and those that a replay has still to make due. */
function messageIsInUse({ id }: Bounds): string[] {
  return [
    `webhook_messages.state IN ('pending', 'attempting')`,
    `EXISTS (SELECT FROM webhook_attempts AS attempt
             WHERE attempt.message_id = webhook_messages.id AND attempt.id >= ${id})`,
    `EXISTS (SELECT FROM webhook_replays AS replay
             WHERE replay.webhook_id = webhook_messages.webhook_id AND replay.ended_at IS NULL
               AND webhook_messages.id > replay.last_id AND webhook_messages.id < replay.until_id)`,
  ];
}
