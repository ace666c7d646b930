// The kinds of mail in a load: plain mails, mails that a template renders to the same contents, and mails with a topic.
import { createMailMaker, type MailSize } from './mail.ts';
import { BLANK } from './stencil.ts';

/** What mails have in addition to plain ones. */
export interface MailKind {
  /** Id or alias of a template with the content of `receiptTemplate`. */
  template?: string;
  topicId?: string;
}

/** Key of a variable → the words of the plain html in whose place it is. The tenth variable is the number. */
const WORDS = {
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

/** Returns a function that makes the bodies of POST /emails; it takes the number of a mail as `createMailMaker` does. */
export function createBodyMaker(
  size: MailSize,
  { template, topicId }: MailKind = {},
): (digits: string) => object {
  const makeMail = createMailMaker(size);
  return (digits) => {
    const mail = makeMail(digits);
    if (template !== undefined)
      return { to: mail.to, template: { id: template, variables: { ...WORDS, [NUMBER]: digits } } };
    return topicId === undefined ? mail : { ...mail, topic_id: topicId };
  };
}

/** The fields of a template whose html renders to that of plain mails of this size. */
export function receiptTemplate(htmlBytes: number) {
  const { from, subject, html } = createMailMaker({ htmlBytes, recipients: 1 })(BLANK);
  const variables = Object.entries({ ...WORDS, [NUMBER]: BLANK });
  return {
    from,
    subject: subject.replace(BLANK, `{{{${NUMBER}}}}`),
    html: variables.reduce((source, [key, words]) => source.replace(words, `{{ ${key} }}`), html),
    variables: variables.map(([key]) => ({ key, type: 'string' as const })),
  };
}
