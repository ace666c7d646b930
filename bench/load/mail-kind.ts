// The kinds of mail in a load: plain mails, mails that a template renders to the same contents, mails with a topic or a poll, mails
// whose opens and clicks are measured, and events that make an automation send a mail.
import { createMailMaker, type MailSize, SENDER_DOMAIN } from './mail.ts';
import { BLANK } from './stencil.ts';

/** What mails have in addition to plain ones. */
export interface MailKind {
  /** Id or alias of a template with the content of `receiptTemplate`. */
  template?: string;
  topicId?: string;
  /** It asks a poll with two options. */
  asks?: boolean;
  /** Its opens and clicks are measured. */
  isTracked?: boolean;
  /** Number of links, of those that the html of this size has; absent: all. */
  links?: number;
  /** Name of an event that is sent about the recipient, instead of the mail. */
  event?: string;
}

/** Key of a variable → the words of the plain html in whose place it is. The tenth variable is the number. */
export const MERGED_WORDS = {
  CHARSET: 'utf-8',
  TITLE: 'Receipt',
  MARGIN: 'margin:0',
  FONT: 'Arial,sans-serif',
  WIDTH: '600',
  ALIGN: 'center',
  PADDING: '24px',
  HEADLINE: 'Thank you',
  SUBJECT: 'your order',
};
const NUMBER = 'NUMBER';
const POLL = { question: 'How did you like it?', options: ['I liked it', 'I did not'] };

/** Returns a function that makes the bodies of POST /emails; it takes the number of a mail as `createMailMaker` does. */
export function createBodyMaker(
  size: MailSize,
  { template, topicId, asks, isTracked, links, event }: MailKind = {},
): (digits: string) => object {
  const makeMail = createMailMaker(size);
  return (digits) => {
    const mail = makeMail(digits);
    if (event !== undefined)
      return { event, domain: SENDER_DOMAIN, email: mail.to, payload: { number: digits } };
    if (template !== undefined)
      return { to: mail.to, template: { id: template, variables: receiptVariables(digits) } };
    return {
      ...mail,
      ...(links !== undefined && { html: keepLinks(mail.html, links) }),
      ...(topicId !== undefined && { topic_id: topicId }),
      ...(asks && { poll: POLL }),
      ...(isTracked && { tracking: { opens: true, clicks: true } }),
    };
  };
}

/** Makes the links after the first ones mere names, of the same bytes. */
export function keepLinks(html: string, links: number): string {
  let left = links;
  return html.replaceAll('<a href=', (link) => {
    left -= 1;
    return left >= 0 ? link : '<a name=';
  });
}

/** The values of the variables of `receiptTemplate`. */
export function receiptVariables(number: unknown) {
  return { ...MERGED_WORDS, [NUMBER]: number };
}

/** The fields of a template whose html renders to that of plain mails of this size. */
export function receiptTemplate(htmlBytes: number) {
  const { from, subject, html } = createMailMaker({ htmlBytes, recipients: 1 })(BLANK);
  const variables = Object.entries({ ...MERGED_WORDS, [NUMBER]: BLANK });
  return {
    from,
    subject: subject.replace(BLANK, `{{{${NUMBER}}}}`),
    html: variables.reduce((source, [key, words]) => source.replace(words, `{{ ${key} }}`), html),
    variables: variables.map(([key]) => ({ key, type: 'string' as const })),
  };
}
