// Stories that really happen: each has a contact and an automation in Postgres, and its events are taken as those of
// clients are. Workers look at the runs only when the test wakes them. Minutes are those of a clock that the test moves.
import type { Pool } from 'pg';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { createIds, type Ids } from '../../../shared/platform/time/ids.ts';
import type { StartLane } from '../../../shared/resources/audience/contact-events/contact-listener.ts';
import { createEventIntake } from '../../../shared/resources/flows/automations/intake/event-intake.ts';
import { GraphVersions } from '../../../shared/resources/flows/automations/versions/graph-versions.ts';
import { createAutomation } from '../factories/automation-factories.ts';
import { createContact, createContactProperty, createSegment } from '../factories/contact-factories.ts';
import { createAccount, createDomain } from '../factories/factories.ts';
import { createTemplate } from '../factories/template-factories.ts';
import type { TestClock } from '../time/clock.ts';
import { type Happening, MINUTE_MS, numberedProperties, STORY_PROPERTIES, type Story } from './story.ts';

/** What the contacts of all stories share. */
interface StoryWorld {
  accountId: string;
  domainId: string;
  templateId: string;
  segmentId: string;
}

/** A story and its rows. */
export interface StoredStory {
  story: Story;
  contactId: string;
  automationId: string;
  trigger: string;
}

/** A mail of a story, as far as stories are compared. */
export type StoryMail = Readonly<Record<'from' | 'to' | 'subject' | 'html' | 'text', string>>;

/** What the template shows when a variable has no value. */
export const STORY_FALLBACKS = { TEXT: 'nothing', COUNT: 99 };
const SHOWN = '{{{TEXT}}}, {{{COUNT}}}';
const SENDER = 'story@story.test';

type EventHappening = Extract<Happening, { kind: 'event' }>;
type ChangeHappening = Extract<Happening, { kind: 'change' }>;

const CHANGE_COLUMNS = `
  UPDATE contacts SET
    first_name = CASE WHEN $2::jsonb ? 'firstName' THEN $2::jsonb ->> 'firstName' ELSE first_name END,
    properties = jsonb_strip_nulls(properties || $3::jsonb)
  WHERE id = $1`;
const UNSUBSCRIBE = `
  INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at)
  SELECT account_id, email_key, 'account', now() FROM contacts WHERE id = $1 ON CONFLICT DO NOTHING`;
const SUBSCRIBE = `
  DELETE FROM unsubscribes AS gone USING contacts
  WHERE contacts.id = $1 AND gone.account_id = contacts.account_id AND gone.email_key = contacts.email_key`;

/** Lets stories happen. */
export class StoryPlayer {
  readonly #pool: Pool;
  readonly #clock: TestClock;
  readonly #ids: Ids;
  readonly #intake: ReturnType<typeof createEventIntake>;
  readonly #start: number;
  readonly #stories: StoredStory[] = [];
  /** Id of an event → its id in the story. */
  readonly #events = new Map<string, string>();
  readonly #lane: StartLane;
  #world: StoryWorld | undefined;

  /**
   * @param clock stands at the start of the stories
   * @param lane in which the runs start
   */
  constructor(pool: Pool, clock: TestClock, lane: StartLane) {
    this.#lane = lane;
    this.#pool = pool;
    this.#clock = clock;
    this.#start = clock.now().getTime();
    this.#ids = createIds(clock);
    // Each of its wake-ups is lost: the test wakes workers when the story says so.
    const queues = { wake: () => undefined };
    this.#intake = createEventIntake({ ids: this.#ids, queues, versions: new GraphVersions() });
  }

  get stories(): readonly StoredStory[] {
    return this.#stories;
  }

  /** The account of all stories. */
  get accountId(): string {
    if (!this.#world) throw new Error('The stories have not begun.');
    return this.#world.accountId;
  }

  timeAt(minute: number): Date {
    return new Date(this.#start + minute * MINUTE_MS);
  }

  minuteAt(time: Date): number {
    return (time.getTime() - this.#start) / MINUTE_MS;
  }

  /** @returns the id that an event has in its story */
  eventOf(id: unknown): string | undefined {
    return this.#events.get(String(id));
  }

  /** Stores stories and starts their runs. */
  async begin(stories: readonly Story[]): Promise<void> {
    this.#world = await createWorld(this.#pool);
    for (const [number, story] of stories.entries())
      this.#stories.push(await this.#store(this.#world, story, `start.${number}`));
    await this.#take(
      this.#stories.map((stored) => ({ stored, name: stored.trigger, payload: stored.story.payload })),
      this.#lane,
    );
  }

  /** Lets the events and the changes of a minute happen, each story's in their order. */
  async happen(minute: number): Promise<void> {
    const ofMinute = this.#stories.map((stored) => ({
      stored,
      happenings: stored.story.happenings.filter((each) => each.minute === minute && each.kind !== 'look'),
    }));
    const most = Math.max(...ofMinute.map(({ happenings }) => happenings.length));
    for (let place = 0; place < most; place += 1) {
      const each = ofMinute.flatMap(({ stored, happenings }) => {
        const happening = happenings[place];
        return happening ? [{ stored, happening }] : [];
      });
      for (const { stored, happening } of each)
        if (happening.kind === 'change') await this.#change(stored.contactId, happening);
      await this.#take(
        each.flatMap(({ stored, happening }) =>
          happening.kind === 'event' ? [{ stored, ...happening }] : [],
        ),
      );
    }
  }

  async #take(
    events: readonly (Pick<EventHappening, 'name' | 'payload'> & { stored: StoredStory; id?: string })[],
    lane: StartLane = 'event',
  ) {
    if (!this.#world) throw new Error('The stories have not begun.');
    const { accountId, domainId } = this.#world;
    const now = this.#clock.now();
    const incoming = events.map(({ stored, name, payload, id: storyId }) => {
      const id = this.#ids.next();
      if (storyId !== undefined) this.#events.set(id, storyId);
      const { contactId } = stored;
      return {
        kind: 'custom' as const,
        id,
        name,
        payload,
        at: now,
        accountId,
        domainId,
        contactId,
        chain: [],
        lane,
      };
    });
    await transaction(this.#pool, (client) =>
      this.#intake.take(client, incoming, { now, beyondQuota: 'record' }),
    );
  }

  async #store(world: StoryWorld, story: Story, trigger: string): Promise<StoredStory> {
    const { accountId, domainId, templateId, segmentId } = world;
    const { unsubscribed, properties, ...columns } = story.contact;
    const numbered = numberedProperties(properties) as Record<number, string | number>;
    const { id: contactId } = await createContact(this.#pool, {
      ...columns,
      email: addressOf(trigger),
      accountId,
      properties: numbered,
    });
    if (unsubscribed) await this.#pool.query(UNSUBSCRIBE, [contactId]);
    const named = JSON.stringify(story.graph)
      .replaceAll('"id":"story"', `"id":"${templateId}"`)
      .replaceAll('"segment_id":"story"', `"segment_id":"${segmentId}"`);
    const { id: automationId } = await createAutomation(this.#pool, accountId, {
      domainId,
      trigger,
      ...JSON.parse(named),
      properties: Object.entries(STORY_PROPERTIES).map(([key, [number, type]]) => [key, number, type]),
    });
    return { story, contactId, automationId, trigger };
  }

  async #change(contactId: string, { change }: ChangeHappening): Promise<void> {
    const { unsubscribed, properties = {}, ...columns } = change;
    await this.#pool.query(CHANGE_COLUMNS, [
      contactId,
      JSON.stringify(columns),
      JSON.stringify(numberedProperties(properties)),
    ]);
    if (unsubscribed !== undefined)
      await this.#pool.query(unsubscribed ? UNSUBSCRIBE : SUBSCRIBE, [contactId]);
  }
}

/** The mail of a story that shows these variables. @param trigger of the story */
export function storyMail(trigger: string, { TEXT, COUNT }: typeof STORY_FALLBACKS): StoryMail {
  const filled = `${TEXT}, ${COUNT}`;
  return {
    from: `Story <${SENDER}>`,
    to: addressOf(trigger),
    subject: filled,
    html: `<p>The story of ${filled}</p>`,
    text: `The story: ${filled}`,
  };
}

function addressOf(trigger: string): string {
  return `${trigger}@story.dev`;
}

/** The template shows its variables everywhere. */
async function createWorld(pool: Pool): Promise<StoryWorld> {
  const { id: accountId } = await createAccount(pool);
  const name = SENDER.slice(SENDER.indexOf('@') + 1);
  const { id: domainId } = await createDomain(pool, accountId, { name, isDefault: true });
  for (const [key, [, type]] of Object.entries(STORY_PROPERTIES))
    await createContactProperty(pool, accountId, { key, type });
  const { id: templateId } = await createTemplate(pool, accountId, {
    from: `Story <${SENDER}>`,
    subject: SHOWN,
    html: `<p>The story of ${SHOWN}</p>`,
    text: `The story: ${SHOWN}`,
    variables: [
      { key: 'TEXT', type: 'string', fallbackValue: STORY_FALLBACKS.TEXT },
      { key: 'COUNT', type: 'number', fallbackValue: STORY_FALLBACKS.COUNT },
    ],
  });
  const { id: segmentId } = await createSegment(pool, accountId);
  return { accountId, domainId, templateId, segmentId };
}
