// Polls that are refused, whatever carries them: an email or a template.

const POLL = { question: 'Which day?', options: ['Monday', 'Tuesday'] };
const BAD_TEXTS = ['', ' ', 'x'.repeat(201), 'a\nb', 'Hello {{NAME}}', '{{{POLL_1}}}', '{% if x %}', 5, null];
/** Values of a field `poll`. */
export const BAD_POLLS = [
  'Monday?',
  5,
  [],
  true,
  ...BAD_TEXTS.map((question) => ({ ...POLL, question })),
  ...[null, 'Monday', [], ['Monday'], ['a', 'a'], ['a', ' a ']].map((options) => ({
    ...POLL,
    options,
  })),
  { ...POLL, options: Array.from({ length: 11 }, (_, index) => `Day ${index}`) },
  ...BAD_TEXTS.map((text) => ({ ...POLL, options: ['Monday', text] })),
  ...[5, [], ''].map((closesAt) => ({ ...POLL, closes_at: closesAt })),
  ...['open', true].map((results) => ({ ...POLL, results })),
  { ...POLL, closesAt: 'in 1 day' },
];
