// Factory for tests of polls: a person who got an email with a poll, the links of that email, and readers of what is stored.
import { expect } from 'chai';
import type { PollVoter } from '../../../shared/resources/messaging/polls/link.ts';
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import { findPollDifferences } from '../../../shared/resources/messaging/polls/rebuild-counters.ts';
import type { Caller } from '../../support/api/account.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { type ContactOwner, createContactOwner } from '../contacts/owner.ts';

/** A person, the account that asks, the poll and the links of the email. */
export interface Voter<Owner extends Caller = ContactOwner> {
  owner: Owner;
  poll: PollDefinition;
  voter: PollVoter;
  /** The path of the page with an option chosen, from 1 on. */
  pathOf(option: number, changes?: Partial<PollVoter>): string;
  /** The id of an option, from 1 on. */
  optionId(option: number): string;
  /** Votes by the form, which must be answered 200. @returns the page */
  vote(option: number, changes?: Partial<PollVoter>): Promise<string>;
  /** Address → the place of its option. It holds the counters against the votes. */
  votes(): Promise<Record<string, number>>;
}

/** What a test may set. */
interface VoterFields {
  address?: string;
  poll?: Parameters<typeof createPoll>[2];
}

/** Creates a person who got an email with a poll of three options. */
export async function createVoter(app: TestApp, fields: VoterFields = {}): Promise<Voter> {
  return await createVoterOf(app, await createContactOwner(app), fields);
}

/** The same for an account that exists. */
export async function createVoterOf<Owner extends Caller>(
  app: TestApp,
  owner: Owner,
  fields: VoterFields = {},
): Promise<Voter<Owner>> {
  const { address = 'bo@customer.dev' } = fields;
  const { accountId } = owner;
  const email = await createEmail(app.pool, accountId, { recipients: [{ address }] });
  await app.pool.query('UPDATE email_recipients SET sent_at = now() WHERE email_id = $1', [email.id]);
  const given = { labels: ['Good', 'Fair', 'Poor'], owner: { emailId: email.id }, ...fields.poll };
  const poll = await createPoll(app.pool, accountId, given);
  const voter = { accountId, pollId: poll.id, emailId: email.id, address };
  const pathOf = (option: number, changes: Partial<PollVoter> = {}) =>
    new URL(app.deps.pollLinks.urlsOf({ ...voter, ...changes }, 10)[`poll${option}` as 'poll1'] ?? '')
      .pathname;
  const optionId = (option: number) => poll.options[option - 1]?.id ?? expect.fail('no such option');
  return {
    owner,
    poll,
    voter,
    pathOf,
    optionId,
    async vote(option, changes = {}) {
      const { status, text } = await app
        .bare()
        .post(pathOf(1, changes))
        .type('form')
        .send({ option: optionId(option) });
      expect(status, text).to.equal(200);
      return text;
    },
    async votes() {
      const { rows } = await app.pool.query('SELECT address, option_id FROM poll_votes WHERE poll_id = $1', [
        poll.id,
      ]);
      expect(await findPollDifferences(app.pool, [poll.id])).to.deep.equal([]);
      const places = poll.options.map(({ id }) => id);
      return Object.fromEntries(
        rows.map((row) => [row.address as string, places.indexOf(row.option_id) + 1]),
      );
    },
  };
}
