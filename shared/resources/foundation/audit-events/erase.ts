// Takes the address of a person out of audit events: what an act was done to may be named by an address.
import { rewriteTexts, type TextColumns } from '../../../platform/db/rewrite-texts.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import type { Eraser } from '../erasing/eraser.ts';
import type { FoundPage, FoundRow } from '../erasing/found-rows.ts';
import { erasingTraces } from '../erasing/phase.ts';

const PAGE = 500;

const MENTIONING = `
  SELECT id, octet_length(texts) AS bytes, texts ~* $2 OR texts ~ $4 AS "isFound"
  FROM (SELECT id, account_id, concat_ws(E'\\n', target_id, user_agent) AS texts FROM audit_events
        WHERE account_id = ANY($1::uuid[]) AND id > $3 ORDER BY account_id, id LIMIT ${PAGE}) AS events
  ORDER BY id`;

const TEXTS: TextColumns = {
  table: 'audit_events',
  key: { name: 'id', type: 'uuid' },
  columns: { target_id: 'text', user_agent: 'text' },
};

/** Looks at audit events of an account. */
export async function findMentioningAuditEvents(
  client: Transaction,
  { patterns: [pattern, inBase64] }: Eraser,
  { accountId, after }: { accountId: string; after: string },
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-audit-events-mentioning-person',
    text: MENTIONING,
    values: [[accountId], pattern, after, inBase64],
  });
  return { rows, isEnd: rows.length < PAGE };
}

/** Erases a person from audit events of an account. */
export async function eraseAuditEvents(
  client: Transaction,
  accountId: string,
  ids: readonly string[],
  eraser: Eraser,
): Promise<void> {
  await rewriteTexts(client, TEXTS, { accountId, values: ids }, eraser.erase);
}

export const auditEventsPhase = erasingTraces({
  first: NIL_UUID,
  find: findMentioningAuditEvents,
  erase: eraseAuditEvents,
});
