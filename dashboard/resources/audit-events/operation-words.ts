// The operations of audit events in words: "createTopic" is "Create topic", "ops set-plan" is "Operator: set plan".
import { capitalised } from '../../format/capitalised.ts';

/** The ids that need other words for people. */
const WORDS = new Map(
  Object.entries({
    login: 'Sign in',
    logout: 'Sign out',
    answerTotpChallenge: 'Sign in with two-factor authentication',
    forgotPassword: 'Request a password reset',
    setUpTotp: 'Start two-factor set-up',
    enableTotp: 'Turn on two-factor authentication',
    disableTotp: 'Turn off two-factor authentication',
  }),
);

/** Abbreviations in the ids. */
const CAPITALS = new Map(
  Object.entries({
    api: 'API',
    dkim: 'DKIM',
    csv: 'CSV',
    mx: 'MX',
    dns: 'DNS',
  }),
);

/** An operation in words. */
export function operationWords(operation: string): string {
  const known = WORDS.get(operation);
  if (known !== undefined) return known;
  if (operation.startsWith('ops ')) return `Operator: ${operation.slice(4).replaceAll('-', ' ')}`;
  const words = operation.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
  const spelt = words.map((word) => CAPITALS.get(word.toLowerCase()) ?? word.toLowerCase()).join(' ');
  return capitalised(spelt);
}

/** The operations that leave an audit event: changes, but no previews (docs/reference/audit-events.md). */
export function auditedOperations(operations: Readonly<Record<string, { method: string }>>): string[] {
  return Object.entries(operations)
    .filter(([id, { method }]) => method !== 'get' && !/^(preview|simulate)/.test(id))
    .map(([id]) => id);
}
