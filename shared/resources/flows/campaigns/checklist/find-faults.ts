// Makes the checks of a moment, one after the other: in a transaction they share its connection. The checklist words what they
// find as findings; a send is refused with all of these, everything else with the first refusal.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { ErrorName } from '../../../../contract/errors.ts';
import {
  errorFinding,
  type Finding,
  type FindingCode,
  findingsOfSource,
  sortFindings,
  warningFinding,
} from '../../../messaging/checklist/finding.ts';
import type {
  CampaignCheck,
  CampaignFault,
  InspectedCampaign,
  InspectedMessage,
  Moment,
  WordedFault,
} from './campaign-check.ts';
import { CHECKS } from './checks.ts';

/** A fault, its check and its message; undefined: it is about the campaign. */
type FoundFault = WordedFault & {
  check: CampaignCheck;
  seenIn: InspectedMessage | undefined;
};

/** The findings of a checklist, errors first. */
export async function findFindings(seen: InspectedCampaign): Promise<Finding[]> {
  return toFindings(await findFaults('checklist', seen), seen);
}

/** The names of refusals, but for `validation_error`. */
const REFUSED_AS: Partial<Record<FindingCode, ErrorName>> = {
  monthly_quota_exceeded: 'monthly_quota_exceeded',
};

/** @returns the first refusal; where the first one has a code, a send is refused with all errors of its checklist */
export async function findRefusal(moment: Moment, seen: InspectedCampaign): Promise<DomainError | undefined> {
  const faults = (await findFaults(moment, seen)).filter(({ level }) => level !== 'warning');
  const [first] = faults;
  const code = first && codeOf(first);
  if (moment !== 'send' || !code)
    return first && (first.refusal ?? new DomainError('validation_error', first.message));
  const findings = toFindings(faults, seen);
  const message = findings[0]?.message ?? first.message;
  return new DomainError(REFUSED_AS[code] ?? 'validation_error', message, { details: { findings } });
}

/** @throws DomainError as `findRefusal` */
export async function requireFaultless(moment: Moment, seen: InspectedCampaign): Promise<void> {
  const refusal = await findRefusal(moment, seen);
  if (refusal) throw refusal;
}

async function findFaults(moment: Moment, seen: InspectedCampaign): Promise<FoundFault[]> {
  const faults: FoundFault[] = [];
  for (const check of CHECKS.filter(({ at }) => at.includes(moment)))
    for (const seenIn of check.findIn ? seen.messages : [undefined]) {
      const found = [await (seenIn ? check.findIn?.(seenIn, seen) : check.find?.(seen))].flat();
      faults.push(...found.flatMap((fault) => (fault ? { ...worded(fault), check, seenIn } : [])));
    }
  return faults;
}

function worded(fault: CampaignFault): WordedFault {
  if (fault instanceof DomainError) return { message: fault.message, refusal: fault };
  return typeof fault === 'string' ? { message: fault } : fault;
}

/** A finding in all variants of a test is reported once, the others with their variants. */
function toFindings(faults: readonly FoundFault[], { messages }: InspectedCampaign): Finding[] {
  const found = new Map<string, { finding: Finding; variants: Set<string | undefined> }>();
  for (const fault of faults)
    for (const finding of findingsOf(fault)) {
      const key = JSON.stringify(finding);
      const { variants } = found.get(key) ?? { variants: new Set() };
      if (fault.seenIn) variants.add(fault.seenIn.variant);
      found.set(key, { finding, variants });
    }
  const findings = [...found.values()].map(({ finding, variants }) =>
    variants.size === 0 || variants.size === messages.length
      ? finding
      : { ...finding, message: `In the variant ${[...variants].join(' and ')}: ${finding.message}` },
  );
  return sortFindings(findings);
}

/** None: it is a refusal that no checklist has. */
function findingsOf(fault: FoundFault): Finding[] {
  const { check, seenIn, message, refusal, ...given } = fault;
  const code = codeOf(fault);
  if (code === undefined) return [];
  const word = check.at.every((moment) => moment === 'checklist') ? warningFinding : errorFinding;
  const places = refusal ? findingsOfSource(refusal, code) : [word(code, message)];
  return places.map((place) => ({ ...(check.field && { field: check.field }), ...place, ...given }));
}

const codeOf = ({ code, check }: FoundFault): FindingCode | undefined => code ?? check.code;
