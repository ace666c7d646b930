// Previews the unsubscribe pages before their settings are saved: the dashboard posts the settings and the topic that a
// person edits, and the code of the real pages draws them, for a sample person without decisions. No token is in
// them, and their forms and links do nothing.
import type { Router } from 'express';
import Joi from 'joi';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { PREVIEWED_PAGES, type PreviewedPage } from '../../../shared/contract/unsubscribe-page/values.ts';
import { findTopics } from '../../../shared/resources/audience/topics/find.ts';
import type { Topic } from '../../../shared/resources/audience/topics/topic.ts';
import type { Decided } from '../../../shared/resources/messaging/preferences/decide.ts';
import type { Preferences } from '../../../shared/resources/messaging/preferences/find.ts';
import { undecidedPreferences } from '../../../shared/resources/messaging/preferences/undecided.ts';
import { findUnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/find.ts';
import { withChanges } from '../../../shared/resources/messaging/unsubscribe-page/update.ts';
import { parseJson } from '../../body/read-json-body.ts';
import type { ApiDeps } from '../../deps.ts';
import { inPageSlot } from '../../middleware/account-slots.ts';
import { type CreateTopicInput, createTopicInput } from '../../resources/topics/input.ts';
import { toPageChanges, updateUnsubscribePageInput } from '../../resources/unsubscribe-page/input.ts';
import { validate } from '../../validate.ts';
import { rendered } from '../answer-page.ts';
import { htmlDocument, sendDocument } from '../email-document.ts';
import { withSenderName } from '../shown-settings.ts';
import type { AccountPage } from '../unsubscribe/layout.ts';
import { type PageOwner, renderPreferences, renderQuestion, renderResult } from '../unsubscribe/pages.ts';
import { type PostedForm, postedFormRouter } from './posted-form.ts';

/** All texts of full length, in a script whose letters a form writes with nine characters, have 45 KB. */
const FORM_MAX_BYTES = 64 * 1024;
const SAMPLE_ADDRESS = 'maria@example.com';

/** A topic as it would be saved; one of the account by its id, else a new one. */
const editedTopicInput = createTopicInput.append<CreateTopicInput & { id?: string }>({
  id: Joi.string().guid(),
});

type EditedTopic = Omit<Topic, 'accountId' | 'createdAt' | 'updatedAt'>;

const RENDER: Readonly<Record<PreviewedPage, (owner: PageOwner, preferences: Preferences) => AccountPage>> = {
  unsubscribe: renderQuestion,
  unsubscribed: (owner, preferences) => renderResult(owner, leave(preferences), 'unsubscribe'),
  preferences: (owner, preferences) => renderPreferences(owner, preferences),
};

/** The route of the pages. */
export function unsubscribePageFrameRouter(deps: ApiDeps): Router {
  return postedFormRouter(deps, {
    path: '/frames/unsubscribe-page',
    maxBytes: FORM_MAX_BYTES,
    tooLarge: 'These texts are too long for the pages, so they are not shown.',
    show: (form) => showPage(deps, form),
  });
}

async function showPage(deps: ApiDeps, { caller, fields, request, response }: PostedForm): Promise<void> {
  const { accountId } = caller;
  const render = RENDER[readPage(fields.get('page'))];
  const changes = toPageChanges(validate(updateUnsubscribePageInput, readObject(fields, 'settings') ?? {}));
  const edited = readTopic(fields, deps.ids.next());
  const loadsRemoteImages = request.query['images'] === '1';
  await inPageSlot(response, accountId, async () => {
    const { database } = deps;
    const page = withChanges(await findUnsubscribePage(database, accountId), changes);
    const settings = await withSenderName(database, { accountId, emailId: null }, page);
    const topics = withTopic(await findTopics(database, accountId), edited);
    const owner: PageOwner = {
      address: SAMPLE_ADDRESS,
      hasTopic: edited !== undefined,
      token: '',
      // An image that may not be loaded would leave a gap.
      settings: loadsRemoteImages ? settings : { ...settings, logoUrl: null },
    };
    const { html } = rendered(render(owner, undecidedPreferences(topics, edited?.id ?? null)), request);
    const document = await htmlDocument(deps, { id: null, html });
    sendDocument(response, 200, document, { loadsRemoteImages, opensLinks: false });
  });
}

function readPage(name: string | null): PreviewedPage {
  const page = PREVIEWED_PAGES.find((each) => each === name);
  if (!page)
    throw new DomainError('validation_error', `\`page\` must be one of ${PREVIEWED_PAGES.join(', ')}.`);
  return page;
}

/** @returns undefined: the form has no such field */
function readObject(fields: URLSearchParams, name: string): object | undefined {
  const text = fields.get(name);
  if (text === null) return undefined;
  const value = parseJson(Buffer.from(text));
  if (Array.isArray(value)) throw new DomainError('validation_error', `\`${name}\` must be a JSON object.`);
  return value;
}

function readTopic(fields: URLSearchParams, newId: string): EditedTopic | undefined {
  const given = readObject(fields, 'topic');
  if (!given) return undefined;
  const { default_subscription: defaultSubscription, ...topic } = validate(editedTopicInput, given);
  return { id: newId, ...topic, defaultSubscription };
}

/** The topics of the account as they would be with this one. */
function withTopic(topics: readonly Topic[], edited: EditedTopic | undefined): readonly EditedTopic[] {
  return edited ? [...topics.filter(({ id }) => id !== edited.id), edited] : topics;
}

/** The decisions before and after the form of the question. */
function leave(before: Preferences): Decided {
  if (!before.topic) return { before, after: { ...before, unsubscribed: true } };
  const topic = { ...before.topic, subscription: 'opt_out', isChosen: true } as const;
  return {
    before,
    after: { ...before, topic, topics: before.topics.map((each) => (each.id === topic.id ? topic : each)) },
  };
}
