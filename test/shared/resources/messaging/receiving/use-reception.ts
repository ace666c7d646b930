// The reception of a process on a database of its own, and messages for it.
import { createHash } from 'node:crypto';
import type { Database } from '../../../../../shared/platform/db/connect.ts';
import type { CrashPoint } from '../../../../../shared/platform/process/crash-points.ts';
import type { QueueDefinition } from '../../../../../shared/platform/queues/definition.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import type {
  InboundMessage,
  InboundRecipient,
  Reception,
} from '../../../../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { createReception } from '../../../../../shared/resources/messaging/receiving/inbound/reception.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../support/factories/factories.ts';

export const MAIL_HOSTNAME = 'mx.posthorn.dev';

/** Gives a test file a database, and receptions on it. */
export function useReception() {
  const database = useDatabase();
  const clock = createSystemClock();
  const ids = createIds(clock);
  /** Crash points that were passed, and ids that were woken with their queue. */
  const passed: CrashPoint[] = [];
  const woken: { queue: string; id: string }[] = [];
  const queues = {
    wake: ({ name }: QueueDefinition, rows: readonly string[]) =>
      void woken.push(...rows.map((id) => ({ queue: name, id }))),
  };
  beforeEach(() => {
    passed.length = 0;
    woken.length = 0;
  });
  return {
    database,
    ids,
    passed,
    woken,
    create: (pool: Database = database.pool): Reception =>
      createReception({
        database: pool,
        clock,
        ids,
        queues,
        mailHostname: MAIL_HOSTNAME,
        passCrashPoint: (point) => void passed.push(point),
      }),
    /** An account with a domain that receives. */
    async createReceiver(fields: Parameters<typeof createDomain>[2] = {}): Promise<InboundRecipient> {
      const { id: accountId } = await createAccount(database.pool);
      const domain = await createDomain(database.pool, accountId, { receivingEnabled: true, ...fields });
      return { accountId, domainId: domain.id, address: `ana@${domain.name}` };
    },
  };
}

/** A message for recipients. */
export function inboundMessage(
  recipients: readonly InboundRecipient[],
  text: string,
  fields: Partial<InboundMessage> = {},
): InboundMessage {
  const content = Buffer.from(text);
  return {
    client: { address: '192.0.2.1', helo: 'mail.customer.dev', mailFrom: 'bo@customer.dev' },
    recipients,
    report: null,
    content,
    digest: createHash('sha256').update(content).digest(),
    receivedAt: new Date(),
    ...fields,
  };
}
