// The votes of a flow of polls: who votes for what, between which scanners, and when each was answered.
import { expect } from 'chai';
import type { Pool } from 'undici';
import type { PollLinks } from '../../../shared/resources/messaging/polls/link.ts';
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import { extent } from '../../support/extent.ts';
import { createRandom } from '../../support/random.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { MailedPerson } from './tracked-campaign.ts';

export const VOTES = extent('POLL_FLOW_VOTES', 300, 10_000);
/** The votes of each address. */
const VOTES_EACH = 2;
export const VOTERS = VOTES / VOTES_EACH;
/** People choose these; the last option is opened by scanners alone. */
const CHOSEN = 3;
export const LABELS = ['Good', 'Fair', 'Poor', 'Never'];

/** A vote of a person. */
export interface FlowVote {
  person: MailedPerson;
  /** The place of its option. */
  option: number;
  startedAtMs: number;
  /** Infinity: it may be stored at any time after its start, because its answer was lost. */
  endedAtMs: number;
  isAnswered: boolean;
}

/** All people take turns; the votes of one are some thousand requests apart, or at the same time. */
export function planVotes(people: readonly MailedPerson[]): FlowVote[] {
  const random = createRandom(VOTES);
  const order = people.flatMap((person, place) => [
    { person, at: place },
    { person, at: place + (place % 2 === 0 ? 0 : people.length) },
  ]);
  return order
    .sort((one, other) => one.at - other.at)
    .map(({ person }) => ({
      person,
      option: 1 + Math.floor(random() * CHOSEN),
      startedAtMs: 0,
      endedAtMs: Number.POSITIVE_INFINITY,
      isAnswered: false,
    }));
}

/** The requests of the people of a flow. */
export class PollClient {
  readonly #links: PollLinks;
  readonly #poll: PollDefinition;
  readonly #accountId: string;
  /** A pool of connections for each process. */
  readonly #webs: readonly Pool[];
  #turn = 0;

  constructor(links: PollLinks, poll: PollDefinition, accountId: string, webs: readonly Pool[]) {
    this.#links = links;
    this.#poll = poll;
    this.#accountId = accountId;
    this.#webs = webs;
  }

  /** What filters do before a person sees the mail, and may do at any time: they open links, and some load ahead. */
  async scan(person: MailedPerson): Promise<void> {
    const path = this.#pathOf(person, LABELS.length);
    // A scanner does not try again.
    for (const [method, headers] of [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', { 'sec-purpose': 'prefetch' }],
    ] as const)
      await this.#ask({ path, method, headers: { 'user-agent': 'curl/8', ...headers } }).catch(() => 0);
  }

  /** Votes until the vote is answered, or its connection breaks. */
  async vote(vote: FlowVote): Promise<void> {
    const { person, option } = vote;
    const path = this.#pathOf(person, 1);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `option=${this.#poll.options[option - 1]?.id}`;
    await eventually('a vote is sent', async () => {
      vote.startedAtMs ||= performance.now();
      try {
        const status = await this.#ask({ path, method: 'POST', headers, body });
        expect(status).to.be.oneOf([200, 500, 503]);
        // 500 and 503: the answer of Postgres was lost. What was not stored then is stored by the next try.
        if (status !== 200) return false;
        Object.assign(vote, { isAnswered: true, endedAtMs: performance.now() });
        return true;
      } catch (error) {
        if (error instanceof Error && 'code' in error) return error.code !== 'ECONNREFUSED';
        throw error;
      }
    });
  }

  async #ask(request: {
    path: string;
    method: 'GET' | 'HEAD' | 'POST';
    headers: Record<string, string>;
    body?: string;
  }): Promise<number> {
    this.#turn += 1;
    const web = this.#webs[this.#turn % this.#webs.length];
    if (!web) throw new Error('There is no process.');
    const { statusCode, body } = await web.request(request);
    await body.dump();
    return statusCode;
  }

  #pathOf({ emailId, address }: MailedPerson, option: number): string {
    const voter = { accountId: this.#accountId, pollId: this.#poll.id, emailId, address };
    const url = this.#links.urlsOf(voter, LABELS.length)[`poll${option}` as 'poll1'] ?? '';
    return new URL(url).pathname;
  }
}

/** The options that may be the vote of an address: of votes after which no other one was begun and answered. */
export function possibleOptions(votes: readonly FlowVote[]): number[] {
  const answered = votes.filter(({ isAnswered }) => isAnswered);
  return votes
    .filter((vote) => !answered.some((later) => later.startedAtMs > vote.endedAtMs))
    .map(({ option }) => option);
}
