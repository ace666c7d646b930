// What would go wrong with a campaign, as the server finds it: errors first, then warnings, each with the way to where it is put
// right. What was found before stays, dimmed, until the next answer.
import { Link } from 'wouter';
import type { Campaign } from '../../../../api/generated/types.ts';
import { Button } from '../../../../design/controls/button.tsx';
import { FailureNote } from '../../../../design/feedback/failure-note.tsx';
import { Section } from '../../../../design/layout/section.tsx';
import { Status } from '../../../../design/text/status.tsx';
import { TextWithCode } from '../../../../design/text/text-with-code.tsx';
import type { SavedState } from '../../../../editing/saved-words.tsx';
import css from './checklist.module.css';
import { findingCounts } from './finding-counts.ts';
import { type CampaignSection, type Finding, placeOfFinding, SECTION_TITLES } from './finding-places.ts';
import { useChecklist } from './use-checklist.ts';

const LEVELS = {
  error: { status: 'failed', label: 'Error' },
  warning: { status: 'missed', label: 'Warning' },
} as const;

/** The place in its section, if it is known. */
export type FoundPlace = Pick<Finding, 'field' | 'line'>;

interface ChecklistProps {
  campaign: Campaign;
  draft: Pick<SavedState, 'state'>;
  onGo(section: CampaignSection, place: FoundPlace): void;
}

/** The list. */
export function Checklist({ campaign, draft, onGo }: ChecklistProps) {
  const isSaved = draft.state === 'saved';
  const { known, isCurrent, isAsking, opensLinks, askAgain } = useChecklist(campaign, isSaved);
  const findings = known?.findings ?? [];
  return (
    <Section title="Checklist">
      <p className={css['state']}>
        {/* What is known already is not said once more by screen readers while it is asked for again. */}
        <span role="status">{known?.findings && countWords(known.findings)}</span>{' '}
        {isCurrent ? '' : waitWords(draft.state)}
      </p>
      {known?.failure && isCurrent && (
        <FailureNote
          title="The checklist is not available"
          failure={known.failure}
          onRetry={() => askAgain(false)}
        />
      )}
      {findings.length > 0 && (
        <ul className={css['findings']} data-old={!isCurrent || undefined}>
          {findings.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same.
            <FindingRow key={index} finding={finding} onGo={onGo} />
          ))}
        </ul>
      )}
      <div>
        <Button
          size="small"
          isBusy={opensLinks || (isAsking && known?.opensLinks)}
          refusal={isSaved ? undefined : 'Save the campaign first.'}
          onPress={() => askAgain(true)}
        >
          Check the links
        </Button>
      </div>
    </Section>
  );
}

const countWords = (findings: readonly Finding[]) =>
  findings.length === 0 ? 'No problems found.' : findingCounts(findings);

const waitWords = (state: SavedState['state']) =>
  state === 'saved' || state === 'saving' ? 'Checking…' : 'The check runs after your changes are saved.';

interface FindingRowProps extends Pick<ChecklistProps, 'onGo'> {
  finding: Finding;
}

function FindingRow({ finding, onGo }: FindingRowProps) {
  const { level, message, field, line } = finding;
  const { section, remedy, link } = placeOfFinding(finding);
  return (
    <li className={css['finding']}>
      <div className={css['line']}>
        <Status {...LEVELS[level]} />
        <Button size="small" variant="quiet" onPress={() => onGo(section, placeOf(field, line))}>
          {line === undefined ? SECTION_TITLES[section] : `${SECTION_TITLES[section]}, line ${line}`}
        </Button>
      </div>
      <p className={css['message']}>
        <TextWithCode text={message} />
      </p>
      <p className={css['remedy']}>
        <TextWithCode text={remedy} /> {link && <Link href={link.href}>{link.label}</Link>}
      </p>
    </li>
  );
}

/** A field without a value is absent. */
function placeOf(field: string | undefined, line: number | undefined): FoundPlace {
  return { ...(field !== undefined && { field }), ...(line !== undefined && { line }) };
}
