// AI: its operations, as rows of the operations table (shared/contract/operations.ts). Each suggests something that other
// operations store. They are not reads, since each answer is charged.
import type { DescribedOperation } from '../operation.ts';

const SUGGEST = { method: 'post', permission: 'full', uses: 'model' } as const;
const STREAMED = 'text/event-stream';

const SUBJECTS = {
  ...SUGGEST,
  path: '/campaigns/:id/subjects',
  summary: 'Suggest subjects for a campaign with a language model',
  example: { count: 5 },
  answer: { object: 'SubjectSuggestion', orContent: STREAMED },
  commands: ['ai suggest-subjects'],
} as const satisfies DescribedOperation;

/** Operation id → endpoint. */
export const AI_OPERATIONS = {
  generateTemplate: {
    ...SUGGEST,
    path: '/templates/generate',
    refuses: ['missing_required_field', 'not_found'],
    summary: 'Generate a template with a language model',
    example: { prompt: 'Welcome new customers of our bakery, and say when we are open.', language: 'en' },
    answer: { object: 'TemplateSuggestion', orContent: STREAMED },
    commands: ['ai generate-template'],
  },
  rewriteTemplate: {
    ...SUGGEST,
    path: '/templates/:id/rewrite',
    refuses: ['missing_required_field'],
    summary: 'Rewrite the newest version of a template, or part of it, with a language model',
    example: { instruction: 'Make it shorter and friendlier.', part: 'html' },
    answer: { object: 'TemplateSuggestion', orContent: STREAMED },
    commands: ['ai rewrite-template'],
  },
  suggestCampaignSubjects: SUBJECTS,
  suggestBroadcastSubjects: {
    ...SUBJECTS,
    path: '/broadcasts/:id/subjects',
    commands: ['ai suggest-broadcast-subjects'],
  },
  suggestSegment: {
    ...SUGGEST,
    path: '/segments/suggest',
    refuses: ['missing_required_field', 'not_found'],
    summary: 'Turn a sentence into a filter with a language model, and count the matching contacts',
    example: { text: 'People who have opened nothing for 90 days' },
    answer: { object: 'SegmentSuggestion', orContent: STREAMED },
    commands: ['ai suggest-segment'],
  },
} as const satisfies Record<string, DescribedOperation>;
