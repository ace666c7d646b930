// Factory for tests of the unsubscribe pages: a person who got an email of an account, with the links of that email, and
// readers of what the person has decided.
import { expect } from 'chai';
import type { PreferencesTarget } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import type { TestApp } from '../../support/api/app.ts';
import { createTopic, type TopicFields } from '../../support/factories/contact-factories.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { type ContactOwner, createContactOwner } from '../contacts/owner.ts';

/** The paths of the two pages of a link. */
export interface Paths {
  unsubscribe: string;
  preferences: string;
}

/** A person, the account that sent them an email, and the links of that email. */
export interface Person extends Paths {
  owner: ContactOwner;
  target: PreferencesTarget;
  /** The topic of the email; an empty text: it has none. */
  topicId: string;
  /** The paths for another email, address or topic. */
  pathsOf(changes: Partial<PreferencesTarget>): Paths;
  /** The decisions: who has unsubscribed the address (null: it has not), topic → `choice by`. */
  decisions(): Promise<{ unsubscribed: string | null; choices: Record<string, string> }>;
  /** The metric `unsubscribed`, of the account and by email. */
  counted(emailId?: string): Promise<number[]>;
}

/** What a test may set. */
export interface PersonFields {
  address?: string;
  owner?: ContactOwner;
  /** Null: the email has no topic. */
  topic?: TopicFields | null;
}

/** Creates a person who got an email about a public topic that everybody receives. */
export async function createPerson(app: TestApp, fields: PersonFields = {}): Promise<Person> {
  const { address = 'bo@customer.dev', topic = { name: 'Product news' } } = fields;
  const owner = fields.owner ?? (await createContactOwner(app));
  const { accountId } = owner;
  const topicId = topic ? (await createTopic(app.pool, accountId, topic)).id : '';
  const email = await createEmail(app.pool, accountId, { recipients: [{ address }] });
  const target = { accountId, address, topicId: topicId || null, emailId: email.id };
  const pathsOf = (changes: Partial<PreferencesTarget>) => {
    const { unsubscribe, preferences } = app.deps.preferences.urlsOf({ ...target, ...changes });
    return { unsubscribe: new URL(unsubscribe).pathname, preferences: new URL(preferences).pathname };
  };
  return {
    ...pathsOf({}),
    owner,
    target,
    topicId,
    pathsOf,
    async decisions() {
      const { rows } = await app.pool.query(
        `SELECT (SELECT chosen_by FROM unsubscribes WHERE account_id = $1 AND email_key = $2) AS unsubscribed,
                (SELECT coalesce(json_object_agg(topic_id, subscription || ' by ' || chosen_by), '{}')
                 FROM topic_choices WHERE account_id = $1 AND email_key = $2) AS choices`,
        [accountId, address.toLowerCase()],
      );
      return rows[0];
    },
    async counted(emailId = email.id) {
      const ask = async (query: object) => {
        const { status, body } = await owner.api
          .get('/emails/metrics')
          .query({ metrics: 'unsubscribed', ...query });
        expect(status, JSON.stringify(body)).to.equal(200);
        return body;
      };
      const byEmail = await ask({ email_id: emailId, dimensions: 'email' });
      const ofEmail = byEmail.data.map((row: { unsubscribed: number }) => row.unsubscribed);
      expect(ofEmail).to.deep.equal(byEmail.totals.unsubscribed === 0 ? [] : [byEmail.totals.unsubscribed]);
      return [(await ask({})).totals.unsubscribed, byEmail.totals.unsubscribed];
    },
  };
}

/** The text of a page, as a person reads it. */
export function readPage({ status, text }: { status: number; text: string }): string {
  expect(status, text).to.equal(200);
  const [, main = expect.fail(text)] = /<main>(.*)<\/main>/s.exec(text) ?? [];
  return main
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,?])/g, '')
    .trim();
}

/** The fields of the form with this button, as a browser sends them; checked boxes are those in the page. */
export function fieldsOf(html: string, button: string): [string, string][] {
  const forms = html.match(/<form method="post">.*?<\/form>/gs) ?? [];
  const form =
    forms.find((text) => text.includes(`>${button}</button>`)) ?? expect.fail(`${button}: ${html}`);
  return [...form.matchAll(/<input type="(\w+)" name="(\w+)" value="([^"]*)"( checked)?/g)].flatMap(
    ([, type, name = '', value = '', checked]) => (type === 'checkbox' && !checked ? [] : [[name, value]]),
  );
}

/** The body of a form. */
export function encode(fields: readonly (readonly [string, string])[]): string {
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
}
