// To people who have just signed up.
import { button, heading, letter, paragraph, smallPrint } from './letter.ts';
import type { Starter } from './starter-choices.ts';

export const WELCOME: Starter = {
  subject: 'Welcome to {{{COMPANY}}}',
  preview_text: 'Your account is ready. Here is the best way to begin.',
  variables: [
    { key: 'NAME', type: 'string', fallback_value: 'there' },
    { key: 'COMPANY', type: 'string', fallback_value: null },
    { key: 'START_URL', type: 'string', fallback_value: null },
  ],
  html: letter('Welcome', [
    heading('Welcome to {{ COMPANY }}'),
    paragraph('Hi {{ NAME }},'),
    paragraph(
      'Your account is ready. The best way to get to know {{ COMPANY }} is to set it up: it takes a few minutes, and you can change everything later.',
    ),
    button('{{ START_URL }}', 'Get started'),
    paragraph('If you have a question, reply to this email. A person reads every answer.'),
    smallPrint('You get this email because this address was used to sign up at {{ COMPANY }}.'),
  ]),
  text: `Hi {{{NAME}}},

your account is ready. The best way to get to know {{{COMPANY}}} is to set it up: it takes a few minutes, and you can change everything later.

Get started: {{{START_URL}}}

If you have a question, reply to this email. A person reads every answer.

You get this email because this address was used to sign up at {{{COMPANY}}}.
`,
};
