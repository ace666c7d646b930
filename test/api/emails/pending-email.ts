// A scheduled email of a sender, and the moment at which it stops being pending.
import { sendingWork } from '../../../shared/resources/messaging/emails/delivery/work.ts';
import type { TestApp } from '../../support/api/app.ts';
import type { Fields } from '../specimen.ts';
import type { Sender } from './sender.ts';

/** Sends an email that is due in an hour. @returns its id */
export async function sendPending(sender: Sender, changes: Fields = {}): Promise<string> {
  return (await sender.sent({ scheduled_at: 'in 1 hour', ...changes })).id;
}

/** Queues every scheduled email, as the tick does when its time has come. */
export async function makeDue(app: TestApp): Promise<void> {
  await sendingWork.table.markDue(
    app.pool,
    new Date(app.clock.now().getTime() + 31 * 24 * 60 * 60_000),
    1_000,
  );
}
