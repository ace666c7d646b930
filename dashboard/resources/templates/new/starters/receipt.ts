// After a purchase. The things that were bought are a list, so that one template serves each number of them.
import { amount, amounts, heading, letter, paragraph, smallPrint } from './letter.ts';
import type { Starter } from './starter-choices.ts';

export const RECEIPT: Starter = {
  subject: 'Your receipt from {{{COMPANY}}}: {{{ORDER_NUMBER}}}',
  preview_text: 'Thank you. You paid {{{TOTAL}}} on {{{ORDER_DATE}}}.',
  variables: [
    { key: 'NAME', type: 'string', fallback_value: 'there' },
    { key: 'COMPANY', type: 'string', fallback_value: null },
    { key: 'ORDER_NUMBER', type: 'string', fallback_value: null },
    { key: 'ORDER_DATE', type: 'string', fallback_value: null },
    { key: 'ITEMS', type: 'list', fallback_value: null },
    { key: 'TOTAL', type: 'string', fallback_value: null },
  ],
  html: letter('Receipt', [
    heading('Thank you for your order'),
    paragraph('Hi {{ NAME }},'),
    paragraph(
      'We have received your payment. This is your receipt for order {{ ORDER_NUMBER }} of {{ ORDER_DATE }}.',
    ),
    amounts(
      [
        '              {% for item in ITEMS %}',
        amount('{{ item.name }}', '{{ item.price }}'),
        '              {% endfor %}',
        amount('Total', '{{ TOTAL }}', 600),
      ].join('\n'),
    ),
    smallPrint(
      'Keep this email for your records. If something is wrong with your order, reply to it and name the order number.',
    ),
    smallPrint('{{ COMPANY }}'),
  ]),
  text: `Hi {{{NAME}}},

thank you for your order. We have received your payment. This is your receipt for order {{{ORDER_NUMBER}}} of {{{ORDER_DATE}}}.

{% for item in ITEMS %}{{ item.name }}: {{ item.price }}
{% endfor %}
Total: {{{TOTAL}}}

Keep this email for your records. If something is wrong with your order, reply to it and name the order number.

{{{COMPANY}}}
`,
};
