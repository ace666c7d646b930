// Whether webhooks have changed, have got messages or have delivered some, for GET /app/changes (../changes/change-mark.ts).
import { type ChangeMark, versionOf } from '../changes/change-mark.ts';

const WEBHOOKS = 20;
/** The messages that are read of each webhook. Attempts are counted, whichever message they belong to. */
const MESSAGES = 3;

export const WEBHOOKS_MARK: ChangeMark = {
  names: ['webhooks'],
  value: (account) =>
    versionOf(`
      SELECT version.xmin
      FROM (SELECT id, xmin FROM webhooks WHERE account_id = ANY(ARRAY[${account}])
            ORDER BY account_id DESC, id DESC LIMIT ${WEBHOOKS}) AS webhook
      CROSS JOIN LATERAL (
        SELECT webhook.xmin
        UNION ALL
        (SELECT xmin FROM webhook_counters WHERE webhook_id = webhook.id ORDER BY starts_at DESC LIMIT 1)
        UNION ALL
        (SELECT xmin FROM webhook_messages WHERE webhook_id = ANY(ARRAY[webhook.id])
         ORDER BY webhook_id DESC, id DESC LIMIT ${MESSAGES})) AS version (xmin)`),
};
