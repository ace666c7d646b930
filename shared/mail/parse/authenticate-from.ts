// Decides whether From is proven: by signatures and SPF, and by DMARC (RFC 9989), which binds them to the
// domain of From. mailauth's own DMARC is not used: it treats strict alignment as relaxed, and reads From in its own way.
import { type DmarcAnswer, findOrganizationalDomain } from '../domains/dmarc.ts';
import type { AuthenticationQuestions } from './authentication-questions.ts';
import type { SmtpClient } from './message-source.ts';
import type { AuthenticationResult, ParsedMessage } from './parsed-message.ts';
import type { DomainResult, FoundInMessage } from './thread-messages.ts';

/** The fields of a record about From. */
export type FromAuthentication = Pick<ParsedMessage, 'authentication' | 'authenticated'>;

/** The domain of From, and what DNS says about its policy. */
export interface FromDomain {
  domain: string;
  dmarc: DmarcAnswer;
}

/** The result if no question was asked. */
export const NOT_AUTHENTICATED: FromAuthentication = {
  authentication: { spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none' },
  authenticated: false,
};

/** The order of results: the first of these that one of several signatures has is the result of the message. */
const DKIM_ORDER = ['pass', 'temperror', 'fail', 'policy', 'neutral', 'permerror'] as const;

/** @param from undefined: From shows no address that can be proven */
export async function authenticateFrom(
  found: Partial<FoundInMessage>,
  client: SmtpClient | null,
  from: FromDomain | undefined,
  questions: AuthenticationQuestions,
): Promise<FromAuthentication> {
  const { signatures, spf, arc } = found;
  const alignment = from && (await align(found, from, questions));
  const isMissing = signatures === undefined || (client !== null && spf === undefined);
  const isUnknown = isMissing || [...signatures, spf].some((one) => one?.result === 'temperror');
  return {
    authentication: {
      spf: spf?.result ?? (client ? 'temperror' : 'none'),
      dkim: signatureResult(signatures),
      dmarc: dmarcResult(from?.dmarc, isUnknown && alignment === 'no' ? 'unknown' : alignment),
      arc: arc ?? 'temperror',
    },
    authenticated: alignment === 'yes' && (from?.dmarc.kind === 'found' || from?.dmarc.kind === 'absent'),
  };
}

type Alignment = 'yes' | 'no' | 'unknown';

/** Whether a domain that has passed is the domain of From or, unless the record is strict, of the same organization. */
async function align(
  { signatures = [], spf }: Partial<FoundInMessage>,
  { domain, dmarc }: FromDomain,
  questions: AuthenticationQuestions,
): Promise<Alignment> {
  const passed = (results: readonly DomainResult[]) =>
    results.filter(({ result }) => result === 'pass').map((result) => result.domain);
  const signed = passed(signatures);
  const permitted = passed(spf ? [spf] : []);
  if ([...signed, ...permitted].includes(domain)) return 'yes';
  if (dmarc.kind === 'invalid' || dmarc.kind === 'unanswered') return 'no';
  const strict = dmarc.kind === 'found' ? dmarc.strict : { dkim: false, spf: false };
  const relaxed = [...(strict.dkim ? [] : signed), ...(strict.spf ? [] : permitted)];
  const organization = dmarc.organizationalDomain;
  if (organization === null) return relaxed.length > 0 ? 'unknown' : 'no';
  // Others have another organization, whatever DNS says of them.
  const below = relaxed.filter((name) => `.${name}`.endsWith(`.${organization}`));
  const theirs = await Promise.all(below.map((name) => findOrganizationalDomain(name, questions)));
  if (theirs.includes(organization)) return 'yes';
  return theirs.includes(undefined) ? 'unknown' : 'no';
}

function signatureResult(signatures: readonly DomainResult[] | undefined): AuthenticationResult {
  if (!signatures) return 'temperror';
  return DKIM_ORDER.find((word) => signatures.some(({ result }) => result === word)) ?? 'none';
}

function dmarcResult(dmarc: DmarcAnswer | undefined, alignment: Alignment | undefined): AuthenticationResult {
  if (dmarc === undefined || dmarc.kind === 'absent') return 'none';
  if (dmarc.kind === 'invalid') return 'permerror';
  if (dmarc.kind === 'unanswered' || alignment === 'unknown') return 'temperror';
  return alignment === 'yes' ? 'pass' : 'fail';
}
