// To people who cannot sign in. It says what happens when one has not asked for it, because strangers can ask, too.
import { button, heading, letter, paragraph, smallPrint } from './letter.ts';
import type { Starter } from './starter-choices.ts';

export const PASSWORD_RESET: Starter = {
  subject: 'Reset your {{{COMPANY}}} password',
  preview_text: 'The link works for {{{VALID_FOR}}}.',
  variables: [
    { key: 'NAME', type: 'string', fallback_value: 'there' },
    { key: 'COMPANY', type: 'string', fallback_value: null },
    { key: 'RESET_URL', type: 'string', fallback_value: null },
    { key: 'VALID_FOR', type: 'string', fallback_value: 'one hour' },
  ],
  html: letter('Reset your password', [
    heading('Reset your password'),
    paragraph('Hi {{ NAME }},'),
    paragraph(
      'We were asked for a new password for your {{ COMPANY }} account. Choose one with this button. It works once, for {{ VALID_FOR }}.',
    ),
    button('{{ RESET_URL }}', 'Choose a new password'),
    smallPrint(
      'If the button does not work, copy this address into your browser:<br><a href="{{ RESET_URL }}" class="soft" style="color: #5b6472; word-break: break-all;">{{ RESET_URL }}</a>',
    ),
    smallPrint(
      'If you did not ask for this, you can ignore this email: your password stays the same, and the link ends without being used.',
    ),
  ]),
  text: `Hi {{{NAME}}},

we were asked for a new password for your {{{COMPANY}}} account. Choose one here. The link works once, for {{{VALID_FOR}}}:

{{{RESET_URL}}}

If you did not ask for this, you can ignore this email: your password stays the same, and the link ends without being used.
`,
};
