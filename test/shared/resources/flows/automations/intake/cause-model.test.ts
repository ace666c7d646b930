// What one cause starts, through the decision of the intake, as in a model that was written apart from it: random sets of
// automations whose runs cause events of their contact and of the contacts of its address in other audiences, with runs
// that are moved in any order.
import { expect } from 'chai';
import fc from 'fast-check';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import type { Cause } from '../../../../../../shared/resources/flows/automations/intake/causes.ts';
import { decideStarts } from '../../../../../../shared/resources/flows/automations/intake/decide-starts.ts';
import type { TriggeredAutomation } from '../../../../../../shared/resources/flows/automations/intake/find-affected.ts';
import type { IncomingEvent } from '../../../../../../shared/resources/flows/events/incoming-event.ts';
import { extent } from '../../../../../support/extent.ts';
import { createTestClock } from '../../../../../support/time/clock.ts';

const WORLDS = extent('CAUSE_WORLDS', 400, 10_000);
/** More than any world can have with at most 12 automations and 6 causes. */
const MOVED_MAX = 5_000;
const IN_A_ROW = 5;

type Name = (typeof NAMES)[number];
const NAMES = ['contact.updated', 'contact.unsubscribed', 'segment.entered'] as const;
const AUDIENCES = ['one', 'two'];

interface World {
  /** Each effect of a run is a step that causes events: of its contact, or of all contacts of its address. */
  automations: { trigger: Name; audience: string; effects: Name[][] }[];
  /** Each is a write of one contact, with what happens to it. */
  writes: { address: string; audience: string; happens: Name[] }[];
  /** Which of the runs that wait is moved next, again from the first number after the last one. */
  order: number[];
}

const someWorld: fc.Arbitrary<World> = fc.record({
  automations: fc.array(
    fc.record({
      trigger: fc.constantFrom(...NAMES),
      audience: fc.constantFrom(...AUDIENCES),
      effects: fc.array(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  writes: fc.array(
    fc.record({
      address: fc.constantFrom('bo', 'eve'),
      audience: fc.constantFrom(...AUDIENCES),
      // Two segments may be entered at once.
      happens: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  order: fc.array(fc.nat(), { minLength: 10, maxLength: 40 }),
});

/** A run, with what the product keeps of it (`id`, `chain`, `causeId`) and what the model does (`root`, `depth`). */
interface Run {
  id: string;
  automation: number;
  address: string;
  audience: string;
  chain: string[];
  causeId: string | null;
  /** The write that has led to it. */
  root: number;
  /** How many runs have led to it. */
  depth: number;
}

/** Something happens to a contact. */
interface Happening {
  name: Name;
  address: string;
  audience: string;
  /** The run that has caused it. */
  by?: Run;
  root: number;
}

describe('what one cause starts', () => {
  it('is what the model says, whatever the order in which its runs are moved', async () => {
    const seen = { loops: 0, deepest: 0, elsewhere: 0 };
    await fc.assert(
      fc.asyncProperty(someWorld, async (world) => {
        const player = new Player(world);
        const runs = await player.play();
        for (const { root, automation, depth, address, audience } of runs) {
          const write = world.writes[root];
          const caused = runs.filter((run) => run.root === root && run.automation === automation);
          if (depth > 0) expect(caused.filter((run) => run.depth > 0)).to.have.length(1);
          expect(address).to.equal(write?.address);
          seen.deepest = Math.max(seen.deepest, depth);
          if (audience !== write?.audience) seen.elsewhere += 1;
        }
        seen.loops += player.loops;
      }),
      { numRuns: WORLDS },
    );
    // If this never happened, the test would prove less than it says.
    expect(seen.deepest).to.be.at.least(3);
    expect(seen.elsewhere).to.be.above(WORLDS / 20);
    expect(seen.loops).to.be.above(WORLDS);
  });
});

/** Plays a world with the decision, and compares each event with the model. */
class Player {
  readonly #world: World;
  readonly #ids = createIds(createTestClock(new Date(0)));
  /** As the table of causes. */
  readonly #stored = new Map<string, string[]>();
  /** All that have started, in their order: what the model knows. */
  readonly #started: Run[] = [];
  readonly #waiting: Run[] = [];
  /** How often something started nothing because of its cause. */
  loops = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async play(): Promise<Run[]> {
    for (const [root, { address, audience, happens }] of this.#world.writes.entries())
      await this.#take(happens.map((name) => ({ name, address, audience, root })));
    const { order } = this.#world;
    for (let moved = 0; moved < MOVED_MAX; moved += 1) {
      const number = order[moved % order.length] ?? 0;
      const [run] = this.#waiting.splice(number % Math.max(this.#waiting.length, 1), 1);
      if (!run) return this.#started;
      await this.#move(run);
    }
    throw new Error('The runs do not end.');
  }

  async #move(run: Run): Promise<void> {
    const { address, audience, root } = run;
    for (const names of this.#world.automations[run.automation]?.effects ?? [])
      await this.#take(
        names.flatMap((name) =>
          (name === 'contact.unsubscribed' ? AUDIENCES : [audience]).map((place) => ({
            name,
            address,
            root,
            by: run,
            audience: place,
          })),
        ),
      );
  }

  /** Takes in what happens at once. */
  async #take(happenings: readonly Happening[]): Promise<void> {
    const events = happenings.map(eventOf);
    const contacts = events.map(
      ({ contactId }) =>
        [
          contactId,
          { id: contactId, emailKey: contactId, audienceId: contactId.split(' ')[1] ?? '' },
        ] as const,
    );
    const decisions = await decideStarts(
      events,
      {
        contacts: new Map(contacts),
        automations: this.#world.automations.map(toTriggered),
        runs: [],
        entries: [],
        answered: [],
        versions: new Map(),
        quotaLeft: new Map(),
        causes: new Map(this.#stored),
      },
      'record',
    );
    const causes = new Set<Cause>();
    for (const [place, decision] of decisions.entries()) {
      const happening = happenings[place] as Happening;
      if ('refused' in decision) throw new Error('An event was refused.');
      const started = decision.starts.flatMap(({ automation, reason }) =>
        reason === null ? [Number(automation.id)] : [],
      );
      expect(started).to.deep.equal(this.#startedByModel(happening));
      for (const automation of started) this.#start(automation, happening, decision.cause);
      causes.add(decision.cause);
      this.loops += decision.starts.filter(({ reason }) => reason === 'loop').length;
    }
    for (const { id, added } of causes)
      if (id !== undefined) this.#stored.set(id, [...(this.#stored.get(id) ?? []), ...added]);
  }

  #start(automation: number, { address, audience, by, root }: Happening, cause: Cause): void {
    const causes = (this.#world.automations[automation]?.effects.length ?? 0) > 0;
    const run: Run = {
      id: this.#ids.next(),
      automation,
      address,
      audience,
      root,
      chain: chainOf(by),
      causeId: causes ? cause.idFrom(this.#ids) : null,
      depth: by ? by.depth + 1 : 0,
    };
    this.#started.push(run);
    this.#waiting.push(run);
  }

  /** The model: it looks at all that has started, and knows no ids of causes. */
  #startedByModel({ name, audience, by, root }: Happening): number[] {
    const known = this.#started.filter((run) => run.root === root).map(({ automation }) => automation);
    return this.#world.automations.flatMap((automation, number) => {
      if (automation.trigger !== name || automation.audience !== audience) return [];
      if (by === undefined) return [number];
      const isOver = by.depth + 1 >= IN_A_ROW || known.includes(number);
      return isOver ? [] : [number];
    });
  }
}

const chainOf = (by: Run | undefined) => (by ? [...by.chain, `${by.automation}`] : []);

function eventOf({ name, address, audience, by }: Happening): IncomingEvent {
  return {
    kind: 'service',
    name,
    accountId: 'account',
    audienceId: audience,
    contactId: `${address} ${audience}`,
    emailKey: address,
    payload: {},
    at: new Date(0),
    lane: 'event',
    chain: chainOf(by),
    runId: by?.id,
    causeId: by && (by.causeId ?? by.id),
  };
}

function toTriggered(
  { trigger, audience }: World['automations'][number],
  number: number,
): TriggeredAutomation {
  return {
    id: `${number}`,
    accountId: 'account',
    domainId: audience,
    audienceId: audience,
    trigger,
    isEnabled: true,
    reentry: 'always',
    answers: 'hourly',
    versionId: 'version',
    epoch: 0,
    runLimit: null,
  };
}
