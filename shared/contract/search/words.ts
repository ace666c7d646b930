// Words of everyday speech and of the API, for the search of operations: how a text becomes terms that can be compared,
// and which everyday words mean which words of the API. It uses no model.

/** Words that have no meaning for the search. */
const EMPTY = new Set(
  (
    'a about again all also am an and any anything are as at be because been but by can could did do does doing each ' +
    'every for from get got had has have how i if in into is it its just let make me more my need new no not now of ' +
    'off on one only or our out over please put say see she her he him his so some such than that the their them then ' +
    'there these they thing things this those through to too up us use used want was we were what when where which ' +
    'while who whom whose why will with without would you your'
  ).split(' '),
);

/**
 * Everyday words → words of the API. A phrase of several words is found as it stands; a single word in every form that
 * has its stem.
 */
const MEANINGS: readonly (readonly [said: string, meant: string])[] = [
  // Campaigns.
  [
    'newsletter|mailing(?! \\S+@)|blast|broadcast|announce(ment)?|(for|to) (everybody|everyone)|(whole|entire) list',
    'campaign',
  ],
  ['hold|halt|stop|freeze|interrupt', 'pause stop cancel'],
  ['kill|abort|end|for good|break off', 'cancel end'],
  ['continue|(go|carry) on|take up again|halted|paused', 'resume'],
  ['again for|same .* again|copy|clone|reuse|without typing', 'duplicate copy'],
  ['how many people|how many would|how many recipients|reach', 'audience count reach'],
  ['variant|a/b|version b|version a|line a|line b|did better|won|split test', 'winner test variant'],
  ['clicked?|links', 'clicked links'],
  ['who (has )?(opened|clicked|read|bounced|got)', 'recipients outcome campaign'],
  ['finished|ready', 'draft send'],
  ['how (well )?(did|does|is) .* (do|doing|perform)|results?', 'stats counts rates'],
  ['wrong|mistakes?|typos?|dead|broken|proofread|spelling', 'check links'],
  ['ideas?|ai|(chat)?gpt|openai|claude|llm|sentence|come up with', 'language model suggest generate'],
  ['headline|title', 'subject'],
  // Addresses that get nothing, people.
  [
    'never (write|mail|email|send)|never|(?<!be )block(ed)?|blacklist|ban|(do not|stop|no longer) (all |any )?(write|writing|mail|mailing|emailing|contact)',
    'suppression suppressed add list address',
  ],
  ['unblock|blocked .* mistake|allow .* again|by mistake|whitelist', 'suppression remove delete'],
  [
    'not get|nothing from us|did not (arrive|receive)|no mail|missing mail|got nothing',
    'history address not sent why person timeline',
  ],
  ['\\S+@\\S+', 'address person contact'],
  ['(know|everything|all) about', 'known address person'],
  ['forget|gdpr|erase|privacy|right to be forgotten', 'erase delete person contact'],
  ['customers?|subscribers?|readers?|leads?|member of the list', 'contact'],
  // Contacts and segments.
  ['spreadsheet|excel|csv|file of (people|contacts|customers)|upload', 'import csv file'],
  ['rows? .*(not|fail)|did not make it|left out of the import', 'rows not imported failures reasons'],
  [
    'group|cohort|(everybody|everyone|people|those|customers|users|contacts) (who|with|in|from)|filter|target|list of (people|customers|users|contacts)',
    'segment filter',
  ],
  ['(take|throw|drop|kick) .* (out|off|from)', 'remove from'],
  ['(lists?|groups?) .* (belong|in)|belongs? to|vip|beta', 'segment in'],
  ['sign .* up|subscribe|new (subscriber|customer|reader|contact)|join', 'create contact'],
  ['json|(five|two|three|many|a few) (hundred|thousand)', 'batch up to'],
  ['(done|finished|through|complete) yet|how long', 'progress counts'],
  ['how many|count|number of', 'count'],
  ['just count|only count|would match|who would', 'preview count filter'],
  [
    'new field|field|birthday|attribute|column|remember|store|keep track|record (which|what)',
    'property create',
  ],
  // Domains.
  ['dns|entries|records? to (set|publish|add)|name server|registrar', 'dns records domain'],
  ['website|website name|host name|site', 'domain'],
  [
    '(look|check) again|try again now|have added the records|set up (right|properly)|(is|are) .* right|correct(ly)?|works?',
    'check verify test now',
  ],
  ['(send|sending|mail) from|[a-z0-9-]+\\.(com|org|net|dev|io)(?<!@.*)', 'domain add'],
  [
    '(some(one|body)|another \\w+) (else )?(has |already )*(taken|has|owns|uses)|taken',
    'claim another account verified',
  ],
  ['leaked|stolen|compromised|roll|renew|dkim', 'rotate replace next'],
  [
    'spam|junk|complain|complaint|report us|blocklist|trouble|bad name|bouncing|healthy?',
    'reputation complaints bounces',
  ],
  ['gmail|yahoo|outlook|rules of', 'compliance sender rules mailbox providers'],
  // Emails.
  ['what (did|have) (we|i) (send|sent)|sent (last|this)', 'list emails'],
  ['put off|postpone|delay|move .* (to|until)|later than planned|another time', 'reschedule pending'],
  ['planned|scheduled|tonight|waiting', 'pending scheduled email'],
  ['do not send|undo .* before|call off|take back|withdraw|recall', 'cancel'],
  ['mail|message|reminder|letter', 'email'],
  [
    'inbound|replies|(written|wrote|write) to (us|me|support)|(customers?|people) (say|said|repl(y|ied)|wrote)|came in|incoming|inbox|mailbox|received',
    'received',
  ],
  ['arrive|reach(ed)?|come through|did .* bounce|has .* bounced', 'history address events get email'],
  ['answer|respond|write back', 'reply'],
  ['(pass|hand) (on|over)|(pass|hand) .* (on|over)', 'forward'],
  [
    'how did .* do|last month|yesterday|by day|statistics|numbers|figures|rates?|performance|how many .* (bounced|opened|delivered|complained)',
    'metrics counts rates',
  ],
  // Templates and automations.
  ['how does .* look|look with|filled in|show me how|render', 'preview render'],
  ['go back|as it was|how .* was|undo|older|restore|last week', 'revert older version'],
  ['welcome mail|layout|design|boilerplate', 'template'],
  [
    'series|sequence|flow|drip|workflow|journey|onboarding|automatic(ally)?|cart|follow.?up|greet|(after|when(ever)?) (some(one|body)|people|they|a (customer|user|person))|days (after|later)|over (a|two|three|several) (week|day)',
    'automation',
  ],
  ['throw .* out|everyone out', 'stop cancel runs'],
  [
    '(push|run|put|send) .* through|enter|enrol|(put|add) .* into the .* (automation|series|flow)',
    'enroll start runs',
  ],
  ['bought|purchased|ordered|paid|has (done|signed|logged)|posthorn that', 'event send'],
  ['(go|make|put|bring) .*live|release|roll out', 'publish newest version'],
  ['switch(ed)? on|turn(ed)? on|activate|start the|switch(ed)? off|turn(ed)? off', 'enable disable update'],
  ['try|dry run|what would happen', 'simulate preview'],
  ['stuck|where is|how far|progress', 'runs progress state'],
  // Everything else.
  ['quiet hours|(at|by) night|night time', 'time zone pace'],
  ['pre-?header', 'preview text'],
  ['merge (tag|field)|placeholder|personali[sz](e|ation)', 'variables values template'],
  ['(double )?opt-?in|double', 'confirm subscription topic'],
  ['2fa|mfa|two.?factor|authenticator', 'second factor'],
  ['env|environment|config', 'configuration'],
  ['back-?up', 'back up restore'],
  [
    'first look|proof|look at it|to me first|check it myself|my own|before it (goes|is sent)',
    'test send addresses',
  ],
  ['into|put .* (in|into)', 'add to'],
  ['inform my|notify|let my .* know|call my|ping|my server|slack|hook', 'webhook create'],
  ['choose|news|interested in|kind of mail|kinds of mail|weekly|monthly', 'topic subscriptions'],
  ['survey|questionnaire|vote|ballot', 'poll votes'],
  ['hundreds?|dozens?|several|at once|many', 'batch up to'],
  ['pdf|file|attached|picture|document', 'attachment'],
  ['who (changed|did|has changed|has done|removed|deleted|added)', 'audit events who did what'],
  ['requests?|calls? (of|to) the api|call the api|api calls?', 'logs logged requests'],
  ['goodbye|opt out|sign off', 'unsubscribe page'],
  ['are (the|our|my)|do we have|which|who', 'list get'],
  ['server was down|notifications?|callbacks?|endpoint', 'webhook'],
  ['send .* again|once more|redeliver|missed|resend', 'redeliver replay'],
  [
    'allowance|how (much|many) .* left|(have|am) (i|we) left|quota|remaining|limit|used up|so far|still send|run out',
    'used limits usage account',
  ],
  ['colleague|co-?worker|team(mate)?|employee|let .* in|access', 'member invite person'],
  ['admin|promote|rights', 'role member update'],
  ['kick .* out', 'member remove account'],
  ['(?<!dkim |signing )key|token|credential', 'api key'],
  ['change|edit|correct|rename|modify', 'update change'],
  ['remove|throw away|get rid', 'delete remove'],
  ['show|look up|find|see|read', 'get list'],
  ['add|set up|register|start|launch', 'create add'],
  ['write|compose|draft|prepare|(put|get) together|make|build|collect|new', 'create'],
  ['automatically|whenever|target|greet', 'create'],
];

const PATTERNS = MEANINGS.map(([said, meant]) => ({
  said: new RegExp(`\\b(?:${said})s?\\b`),
  meant: termsOf(meant),
}));

/** The terms of a text: its words, in one form each, without those that say nothing. */
export function termsOf(text: string): string[] {
  return partsOf(text)
    .filter((word) => !EMPTY.has(word))
    .map(stemOf);
}

/** All words of a text, in one form each. */
export function wordsOf(text: string): string[] {
  return partsOf(text).map(stemOf);
}

function partsOf(text: string): string[] {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words ?? [];
}

/** Finds the words of the API for a text in everyday words. */
export function meaningsOf(text: string): Set<string> {
  const said = text.toLowerCase();
  return new Set(PATTERNS.flatMap((pattern) => (pattern.said.test(said) ? pattern.meant : [])));
}

/** One form for `send`, `sends`, `sending`; `reply` and `replies`; `cancel` and `cancelled`. */
function stemOf(word: string): string {
  if (word.length < 4) return word;
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, '')
    .replace(/(.)\1$/, '$1');
  return (stem.length < 3 ? word : stem).replace(/e$/, '');
}

/** Asks for something, rather than for a change. */
const QUESTION =
  /^(?:please |can you |could you )?(?:who|what|which|how|is|are|am|has|have|did|does|do|why|where|when|show|list|see|let me see|give me|open|download|read|look|count|check|try|find)\b|\bshow me\b/;

/** Whether a text in everyday words asks for something, rather than for a change. */
export function isQuestion(text: string): boolean {
  return QUESTION.test(text.trim().toLowerCase());
}
