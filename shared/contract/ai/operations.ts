// AI: its operations, as rows of the operations table (shared/contract/operations.ts). Each suggests something that other
// operations store. They are not reads, since each answer is charged.
import type { DescribedOperation } from '../operation.ts';

const SUGGEST = { method: 'post', permission: 'full', uses: 'model' } as const;
const STREAMED = 'text/event-stream';

/** Operation id → endpoint. */
export const AI_OPERATIONS = {
  generateTemplate: {
    ...SUGGEST,
    path: '/templates/generate',
    refuses: ['missing_required_field', 'not_found'],
    summary: 'Let a language model write a template',
    example: { prompt: 'Welcome new customers of our bakery, and say when we are open.', language: 'en' },
    answer: { object: 'TemplateSuggestion', orContent: STREAMED },
    commands: ['ai generate-template'],
  },
  rewriteTemplate: {
    ...SUGGEST,
    path: '/templates/:id/rewrite',
    refuses: ['missing_required_field'],
    summary: 'Let a language model rewrite the newest version of a template, or a part of it',
    example: { instruction: 'Make it shorter and friendlier.', part: 'html' },
    answer: { object: 'TemplateSuggestion', orContent: STREAMED },
    commands: ['ai rewrite-template'],
  },
  suggestCampaignSubjects: {
    ...SUGGEST,
    path: '/campaigns/:id/subjects',
    summary: 'Let a language model suggest subjects for a campaign',
    example: { count: 5 },
    answer: { object: 'SubjectSuggestion', orContent: STREAMED },
    commands: ['ai suggest-subjects'],
  },
  suggestSegment: {
    ...SUGGEST,
    path: '/segments/suggest',
    refuses: ['missing_required_field', 'not_found'],
    summary: 'Let a language model make a filter of a sentence, and count the contacts that meet it',
    example: { text: 'People who have opened nothing for 90 days' },
    answer: { object: 'SegmentSuggestion', orContent: STREAMED },
    commands: ['ai suggest-segment'],
  },
} as const satisfies Record<string, DescribedOperation>;
