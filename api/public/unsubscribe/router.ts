// The pages that the links of an email open: unsubscribing (also with one click by the mail client, RFC 8058) and
// choosing topics. They need neither a key nor a User-Agent; the sealed token of the link is the right to decide.
// GET changes nothing, because mail filters open every link; POST acts.
import { type Request, type Response, Router } from 'express';
import { type Decided, decidePreferences } from '../../../shared/resources/messaging/preferences/decide.ts';
import type { PersonDecision } from '../../../shared/resources/messaging/preferences/decision.ts';
import { findPreferences, type Preferences } from '../../../shared/resources/messaging/preferences/find.ts';
import {
  PREFERENCES_PATH,
  type PreferencesTarget,
  UNSUBSCRIBE_PATH,
} from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import type { ApiDeps } from '../../deps.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { logRouteOnly } from '../../middleware/request-log.ts';
import { answerPageFailure, sendPage } from '../answer-page.ts';
import { answerForSender } from '../sender-page.ts';
import { findShownSettings } from '../shown-settings.ts';
import type { AccountPage } from './layout.ts';
import {
  BROKEN_LINK_PAGE,
  NO_RECIPIENT_PAGE,
  type PageOwner,
  renderPreferences,
  renderQuestion,
  renderResult,
  SENDER_GONE_PAGE,
} from './pages.ts';
import { readForm, type SubmittedForm } from './read-form.ts';

/** A request with a valid token. */
interface Opened {
  deps: ApiDeps;
  target: PreferencesTarget;
  owner: PageOwner;
  /** Undefined: the page is only opened. */
  form: SubmittedForm | undefined;
}

/** The answers of a page. @returns undefined: the account no longer exists */
interface Answers {
  show(opened: Opened, preferences: Preferences): AccountPage;
  submit(opened: Opened): Promise<AccountPage | string | undefined>;
}

/** Routes of both pages. Any text may follow the path, so that a broken link is answered by a page too. */
export function unsubscribeRouter(deps: ApiDeps): Router {
  const router = Router();
  for (const [path, answers] of [
    [UNSUBSCRIBE_PATH, UNSUBSCRIBING],
    [PREFERENCES_PATH, CHOOSING],
  ] as const) {
    const serve = (request: Request, response: Response) => answer(deps, answers, request, response);
    router.use(path, logRouteOnly, setRouteLabel(`${path}/:token`), serve, answerPageFailure(deps.log));
  }
  return router;
}

const UNSUBSCRIBING: Answers = {
  show: ({ owner }, preferences) => renderQuestion(owner, preferences),
  async submit(opened) {
    const { owner, form } = opened;
    const isOurs = form?.action === 'unsubscribe' || form?.action === 'undo';
    const decided = await decide(opened, isOurs ? form.decision : { oneClick: true });
    if (!decided || !isOurs) return decided && 'You are unsubscribed.\n';
    // The topic was deleted after the page had asked about it: ask again, about everything.
    const [topicId] = form.decision.choices?.keys() ?? [];
    const isGone = form.action === 'unsubscribe' && topicId !== undefined && !decided.after.topic;
    return isGone ? renderQuestion(owner, decided.after) : renderResult(owner, decided, form.action);
  },
};

const CHOOSING: Answers = {
  show: ({ owner }, preferences) => renderPreferences(owner, preferences),
  async submit(opened) {
    const { deps, owner, target, form } = opened;
    if (!form) {
      const preferences = await findPreferences(deps.database, target);
      return preferences && renderPreferences(owner, preferences);
    }
    const decided = await decide(opened, form.decision);
    return decided && renderPreferences(owner, decided.after, { decided, action: form.action });
  },
};

function decide({ deps, target }: Opened, decision: PersonDecision): Promise<Decided | undefined> {
  return decidePreferences(deps, target, decision, deps.clock.now());
}

async function answer(deps: ApiDeps, answers: Answers, request: Request, response: Response): Promise<void> {
  const token = request.path.slice(1);
  const target = METHODS.has(request.method) ? deps.preferences.open(token) : undefined;
  if (!target) return sendPage(response, 404, token === '' ? NO_RECIPIENT_PAGE : BROKEN_LINK_PAGE);
  const { accountId, address, topicId } = target;
  const form = request.method === 'POST' ? await readForm(request) : undefined;
  await answerForSender(deps, response, accountId, async () => {
    const settings = await findShownSettings(deps.database, target);
    const owner = { address, hasTopic: topicId !== null, token, settings };
    const page = await makePage(answers, { deps, target, owner, form }, request.method === 'POST');
    sendPage(response, page === undefined ? 410 : 200, page ?? SENDER_GONE_PAGE);
  });
}

/** @returns undefined: the account no longer exists */
async function makePage(
  answers: Answers,
  opened: Opened,
  isSubmitted: boolean,
): Promise<AccountPage | string | undefined> {
  if (isSubmitted) return await answers.submit(opened);
  const preferences = await findPreferences(opened.deps.database, opened.target);
  return preferences && answers.show(opened, preferences);
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
