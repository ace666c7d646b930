// Decides which of the recipients that are due at once begin awake: an account that brings more than its share waits for its
// turn with the rest (shared/platform/work/turns/awake-shares.ts).
import type { Queryable } from '../../../../platform/db/connect.ts';
import { AwakeShares } from '../../../../platform/work/turns/awake-shares.ts';
import type { InitialTurn } from '../../../../platform/work/turns/turns.ts';
import type { EmailStatus, MailLane, NewEmail } from '../email.ts';
import { SENDING_WORK } from './work.ts';

/** An email that is about to be stored. */
interface BeginningEmail {
  email: Pick<NewEmail, 'accountId' | 'lane'>;
  recipients: readonly { state: EmailStatus; initialTurn: InitialTurn }[];
}

/** The shares of accounts in the mail that a process accepts. */
export class MailShares {
  readonly #shares: Record<MailLane, AwakeShares> = {
    transactional: new AwakeShares(SENDING_WORK.transactional.table.definition),
    campaign: new AwakeShares(SENDING_WORK.campaign.table.definition),
  };

  /** Counts the rows that are awake, if it matters. */
  async read(database: Queryable): Promise<void> {
    await Promise.all(Object.values(this.#shares).map((each) => each.read(database)));
  }

  /** Sets where recipients begin. */
  begin(emails: readonly BeginningEmail[]): void {
    for (const { email, recipients } of emails)
      for (const recipient of recipients)
        if (recipient.state === 'queued')
          recipient.initialTurn = this.#shares[email.lane].begin(email.accountId);
  }
}
