// The shapes of reports that are only texts, from servers that do not know RFC 3464 or lost the parts: one row per
// server. A sign shows the shape of a text; then each line that names a recipient begins the lines about that
// recipient.

/** How a server writes its reports. */
export interface TextShape {
  server: string;
  /** The sign in the first 4 KB. Its group `address`: the recipient, if the sign names one. */
  sign: RegExp;
  /** A line with a recipient; the text about it may begin in the same line (`said`). */
  recipient: RegExp;
  /** The reply may be before the first recipient. */
  isReplyFirst?: true;
  /** The sign in the first 4 KB that the server is still trying. */
  delayed?: RegExp;
}

const BARE = /^ *(?<address>[^\s<>():"]+@[^\s<>():"]+)$/;
const BRACKETED = /^ *<(?<address>[^\s<>]+@[^\s<>]+)>:? *(?<said>.*)$/;
const INDENTED = /^ +<?(?<address>[^\s<>():"]+@[^\s<>():"]+)>?:?(?: \([^()]*\))?$/;

/** A line with the address of the sender. */
export const SENDER_LINE =
  /^\W*(?:(?:original|envelope|your)[ -])?(?:mail )?(?:from|sender|reply-to|return-path|absender|exp[ée]diteur|remitente|mittente)(?![a-z])/i;

/** A text of no known shape, in any language: every other line with an address. It counts only by a code that is said there. */
export const ANY_SHAPE: TextShape = {
  server: 'any',
  isReplyFirst: true,
  sign: /^/,
  recipient:
    /^(?=(?<said>.*)).*?(?<![\w.!#$%&*+/=?^`{}~-])(?<address>[\w.!#$%&*+/=?^`{}~-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,9})/i,
  delayed:
    /not (?:yet )?been delivered yet|not yet been delivered|been delayed|warning only|will (?:be retried|keep trying|retry)/i,
};

/** The first row whose sign is in the text counts. */
export const TEXT_SHAPES: readonly TextShape[] = [
  {
    server: 'qmail',
    sign: /this is the qmail-send program/i,
    recipient: BRACKETED,
  },
  {
    server: 'yahoo',
    sign: /unable to deliver your message to the following address/i,
    recipient: BRACKETED,
  },
  {
    server: 'mail.ru',
    sign: /сервером mail\.ru|не может быть доставлено|automatically by (?:the )?(?:server )?mail\.ru/i,
    recipient: /^ *<?(?<address>[^\s<>():"]+@[^\s<>():"]+)>?(?:: *(?<said>.*))?$/,
    delayed: /ещё не доставлено|not been delivered yet/i,
  },
  {
    server: 'exim',
    sign: /created automatically by mail delivery software/i,
    recipient: INDENTED,
    delayed: /has not yet been delivered|no action is required on your part/i,
  },
  {
    server: 'postfix',
    sign: /this is the (?:mail system|postfix program) at host/i,
    recipient: /^ *<(?<address>[^\s<>]+@[^\s<>]+)>(?: \(expanded from <[^<>]*>\))?: *(?<said>.*)$/,
    delayed: /this is a warning only|warning: your message could not be delivered/i,
  },
  {
    server: 'sendmail',
    sign: /the following addresses had (?:permanent fatal|transient non-fatal) errors/i,
    recipient: /^ {0,4}<?(?<address>[^\s<>():"]+@[^\s<>():"]+)>?$/,
    delayed: /had transient non-fatal errors|this is a warning message only/i,
  },
  {
    server: 'courier',
    sign: /running the courier mail server/i,
    recipient: /^ *<(?<address>[^\s<>]+@[^\s<>]+)>: *$/,
    delayed: /^ *delayed mail/im,
  },
  {
    server: 'gmail',
    sign: /delivery to the following recipients? (?:failed permanently|has been delayed)/i,
    recipient: INDENTED,
    delayed: /recipients? has been delayed|warning message only/i,
  },
  {
    server: 'gmail',
    sign: /(?:your message wasn.t delivered to|problem delivering your message to) <?(?<address>[^\s<>():"]{1,256}@[^\s<>():"]{1,255}?)>?\.?(?=\s)/i,
    recipient: BARE,
    delayed: /delivery incomplete|gmail will retry/i,
  },
  {
    server: 'exchange',
    sign: /did not reach (?:some or all of the intended recipients|the following recipient\(s\))/i,
    recipient: /^\s*(?:c=.{0,200}=)?(?<address>[^\s<>():"=;]+@[^\s<>():";]+);? on (?:\w{3}, )?\d/,
    delayed: /will keep trying|has been delayed/i,
  },
  {
    server: 'exchange',
    sign: /delivery (?:has failed|is delayed) to these recipients/i,
    recipient: /^(?:[^()]{0,200}\()?<?(?<address>[^\s<>():"]+@[^\s<>():"]+)>?\)?(?:<mailto:[^<>]*>)?$/,
    delayed: /delivery is delayed to these recipients/i,
  },
  {
    server: 'exchange',
    sign: /your message to <?(?<address>[^\s<>():"]{1,256}@[^\s<>():"]{1,255}?)>? couldn.t be delivered/i,
    recipient: BARE,
  },
  {
    server: 'domino',
    sign: /was not delivered to:/i,
    recipient: BARE,
  },
  {
    server: 'other',
    sign: /undeliver(?:able|ed)|(?:could ?n[o']t|could not|cannot|can ?not) be (?:delivered|sent)|not delivered|delivery (?:\w+ ){0,3}failed|(?:unable|failed) to deliver|returned to (?:the )?sender/i,
    recipient: /^ *<?(?<address>[^\s<>():"]+@[^\s<>():"]+)>?:?(?: +(?<said>.*))?$/,
    delayed: /has not yet been delivered|has been delayed|warning only|will (?:be retried|keep trying)/i,
  },
];
