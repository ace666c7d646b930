// The templates that one can begin with: mail that nearly every product sends, complete, as documents of the visual editor, with the
// values that differ as variables. A variable without a fallback must be given by each send, so that no mail goes out with a
// gap. Pure.
import type { CreateTemplateBody } from '../../../../api/generated/types.ts';
import {
  type Block,
  type Inline,
  newDocument,
  type PageColors,
  type WrittenText,
} from '../../write/document/document.ts';
import { toEmail } from '../../write/to-email/to-email.ts';
import type { StarterId } from './starter-choices.ts';

interface Starter {
  subject: string;
  preview_text: string;
  /** Key → its fallback; null: each send gives it. Those of a list begin with `list:`. */
  variables: Readonly<Record<string, string | null>>;
  content: readonly Block[];
}

const STARTERS: Readonly<Record<StarterId, Starter>> = {
  // To people who have just signed up.
  welcome: {
    subject: 'Welcome to {{{COMPANY}}}',
    preview_text: 'Your account is ready. Here is how to get started.',
    variables: { NAME: 'there', COMPANY: null, START_URL: null },
    content: [
      heading('Welcome to {COMPANY}'),
      paragraph('Hi {NAME},'),
      paragraph(
        'Your account is ready. The best way to get to know {COMPANY} is to set it up: it takes a few minutes, and you can change everything later.',
      ),
      button('START_URL', 'Get started'),
      paragraph('If you have a question, reply to this email. A person reads every answer.'),
      { type: 'horizontalRule' },
      paragraph('You received this email because someone signed up for {COMPANY} with this address.'),
    ],
  },
  // After a purchase. The things that were bought are a list, so that one template serves each number of them.
  receipt: {
    subject: 'Your receipt from {{{COMPANY}}}: {{{ORDER_NUMBER}}}',
    preview_text: 'Thank you. You paid {{{TOTAL}}} on {{{ORDER_DATE}}}.',
    variables: {
      NAME: 'there',
      COMPANY: null,
      ORDER_NUMBER: null,
      ORDER_DATE: null,
      'list:ITEMS': null,
      TOTAL: null,
    },
    content: [
      heading('Thank you for your order'),
      paragraph('Hi {NAME},'),
      paragraph(
        'We have received your payment. This is your receipt for order {ORDER_NUMBER} of {ORDER_DATE}.',
      ),
      {
        type: 'html',
        attrs: {
          code: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
{% for item in ITEMS %}
${amount('{{ item.name }}', '{{ item.price }}')}
{% endfor %}
${amount('<strong>Total</strong>', '<strong>{{ TOTAL }}</strong>')}
</table>`,
        },
      },
      paragraph(
        'Keep this email for your records. If something is wrong with your order, reply to it and name the order number.',
      ),
      paragraph('{COMPANY}'),
    ],
  },
  // For people who cannot sign in. It says what happens if they did not request it, because strangers can, too.
  'password-reset': {
    subject: 'Reset your {{{COMPANY}}} password',
    preview_text: 'The link works for {{{VALID_FOR}}}.',
    variables: { NAME: 'there', COMPANY: null, RESET_URL: null, VALID_FOR: 'one hour' },
    content: [
      heading('Reset your password'),
      paragraph('Hi {NAME},'),
      paragraph(
        'We were asked for a new password for your {COMPANY} account. Choose one with this button. It works once, for {VALID_FOR}.',
      ),
      button('RESET_URL', 'Choose a new password'),
      paragraph('If the button does not work, copy this address into your browser: {RESET_URL}'),
      { type: 'horizontalRule' },
      paragraph(
        'If you did not ask for this, you can ignore this email: your password stays the same, and the link expires unused.',
      ),
    ],
  },
};

/** The content of the new template. @param colors of the account's unsubscribe page, once they are known */
export function starterContent(
  id: StarterId,
  colors: PageColors | undefined,
): Omit<CreateTemplateBody, 'name'> {
  const { variables, content, ...head } = STARTERS[id];
  const document = { ...newDocument(colors), content };
  const body = {
    ...head,
    variables: Object.entries(variables).map(([name, fallback]) => {
      const [, list, key = name] = /^(list:)?(.+)$/.exec(name) ?? [];
      return { key, type: list ? 'list' : 'string', fallback_value: fallback };
    }),
    editor: 'write',
    document,
    ...toEmail(document),
  };
  // The description of the API calls a fallback an object, whatever its type.
  return body as unknown as Omit<CreateTemplateBody, 'name'>;
}

function heading(words: string): Block {
  return { type: 'heading', attrs: { level: 1 }, content: line(words) };
}

function paragraph(words: string): Block {
  return { type: 'paragraph', content: line(words) };
}

function button(key: string, label: string): Block {
  const text: WrittenText = { type: 'text', text: label };
  return { type: 'button', attrs: { url: `{{{${key}}}}` }, content: [text] };
}

/** @param words with the names of variables in braces */
function line(words: string): Inline[] {
  const parts = words.split(/(\{\w+\})/).filter((part) => part !== '');
  return parts.map((part) =>
    part.startsWith('{')
      ? { type: 'variable', attrs: { key: part.slice(1, -1), fallback: '' } }
      : { type: 'text', text: part },
  );
}

/** A row of a table of amounts. @param name html */
function amount(name: string, value: string): string {
  const style = 'padding:8px 0;border-bottom:1px solid #d9dde3';
  return `<tr><td align="left" style="${style}">${name}</td><td align="right" style="${style}">${value}</td></tr>`;
}
