// Words of everyday speech and of the API, for the search of operations: how a text becomes terms that can be compared,
// and which words of people mean which words of the API. No model is asked.

/** Words that say nothing about what is wanted. */
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
 * What people say → words of the API. A phrase of several words is found as it stands; a single word in every form that
 * has its stem.
 */
const MEANINGS: readonly (readonly [said: string, meant: string])[] = [
  // Campaigns.
  ['newsletter|mailing|blast|broadcast|(for|to) everybody', 'campaign'],
  ['hold|halt|stop|freeze|interrupt', 'pause stop cancel'],
  ['continue|go on|take up again', 'resume'],
  ['again for|same .* again|copy|clone|reuse|without typing', 'duplicate copy'],
  ['how many people|how many would|how many recipients|reach', 'audience count reach'],
  ['variant|version b|version a|line a|line b|did better|won|split test', 'winner test variant'],
  ['clicked?|links', 'clicked links'],
  ['who (has )?(opened|clicked|read|bounced|got)', 'recipients became campaign'],
  ['finished|ready', 'draft send'],
  // Addresses that get nothing, people.
  ['never|block|blacklist|ban|do not write|stop writing|do not mail', 'suppression add list address'],
  ['unblock|blocked .* mistake|allow .* again|by mistake|whitelist', 'suppression remove delete'],
  [
    'not get|nothing from us|did not (arrive|receive)|no mail|missing mail|got nothing',
    'happened address not sent why person timeline',
  ],
  ['forget|gdpr|erase|privacy|right to be forgotten', 'erase delete person contact'],
  ['customers?|subscribers?|readers?|leads?|member of the list', 'contact'],
  // Contacts and segments.
  ['spreadsheet|excel|csv|file of (people|contacts|customers)|upload', 'import csv file'],
  ['rows? .*(not|fail)|did not make it|left out of the import', 'rows not imported failures reasons'],
  ['group|everybody who|people who|those who|filter', 'segment filter'],
  ['how many|count|number of', 'count'],
  ['just count|only count|would match|who would', 'preview count filter'],
  ['new field|field|birthday|attribute|column|remember the', 'property'],
  // Domains.
  ['dns|entries|records? to (set|publish|add)|name server|registrar', 'dns records domain'],
  ['website|website name|host name|site', 'domain'],
  ['look again|check again|try again now|have added the records', 'check verify now'],
  ['spam|complain|complaint|report us|blocklist|trouble|bad name', 'reputation complaints bounces'],
  ['gmail|yahoo|outlook|rules of', 'compliance sender rules mailbox providers'],
  // Emails.
  ['put off|postpone|delay|move .* (to|until)|later than planned|another time', 'reschedule pending'],
  ['planned|scheduled|tonight|waiting', 'pending scheduled email'],
  ['do not send|call off|take back|withdraw|recall', 'cancel'],
  ['mail|message|reminder|letter', 'email'],
  ['replies|written to us|came in|incoming|inbox|mailbox|received', 'received'],
  ['answer|respond|write back', 'reply'],
  ['pass on|hand on', 'forward'],
  ['how did .* do|last month|by day|statistics|numbers|figures|rates?|performance', 'metrics counts rates'],
  // Templates and automations.
  ['how does .* look|look with|filled in|show me how|render', 'preview render'],
  ['go back|as it was|how .* was|undo|older|restore|last week', 'revert older version'],
  ['welcome mail|layout|design|boilerplate', 'template'],
  ['series|sequence|flow|drip|workflow|journey', 'automation'],
  ['switch(ed)? on|turn(ed)? on|activate|start the|switch(ed)? off|turn(ed)? off', 'enable disable update'],
  ['try|dry run|what would happen', 'simulate would become preview'],
  ['stuck|where is|how far|progress', 'runs progress state'],
  // Everything else.
  ['first look|proof|look at it|to me first|check it myself', 'test send addresses'],
  ['into|put .* (in|into)', 'add to'],
  ['inform my|notify|let my .* know|call my|hook', 'webhook create'],
  ['choose|news|interested in|kind of mail|kinds of mail', 'topic subscriptions'],
  ['hundreds?|dozens?|several|at once|many', 'batch up to'],
  ['pdf|file|attached|picture|document', 'attachment'],
  ['who (changed|did|has changed|has done|removed|deleted|added)', 'audit events who did what'],
  ['requests?|calls? (of|to) the api|call the api|api calls?', 'logs logged requests'],
  ['goodbye|opt out|sign off', 'unsubscribe page'],
  ['are (the|our|my)|do we have|which|who', 'list get'],
  ['server was down|notifications?|callbacks?|endpoint', 'webhook'],
  ['send .* again|once more|redeliver|missed|resend', 'redeliver replay'],
  ['allowance|how much .* left|quota|remaining|limit|used up', 'used limits usage'],
  ['colleague|team|employee', 'member invite person'],
  ['key|token|credential', 'api key'],
  ['change|edit|correct|rename|modify', 'update change'],
  ['remove|throw away|get rid', 'delete remove'],
  ['show|look up|find|see|read', 'get list'],
  ['add|set up|register', 'create add'],
];

const PATTERNS = MEANINGS.map(([said, meant]) => ({
  said: new RegExp(`\\b(?:${said})s?\\b`),
  meant: termsOf(meant),
}));

/** The terms of a text: its words, in one form each, without those that say nothing. */
export function termsOf(text: string): string[] {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).filter((word) => !EMPTY.has(word)).map(stemOf);
}

/** What a text in everyday words means in words of the API. */
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
