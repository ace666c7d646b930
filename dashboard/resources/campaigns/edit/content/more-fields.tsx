// What is seldom changed of a campaign: the parameters of its links, who can read it on the web, and what is measured.
import { UTM_MAX_LENGTH } from '../../../../../shared/contract/limits.ts';
import { fieldError } from '../../../../api/form-failure.ts';
import { Select } from '../../../../design/fields/select.tsx';
import { TextField } from '../../../../design/fields/text-field.tsx';
import { Facts } from '../../../../design/layout/facts.tsx';
import { type EditedCampaign, UTM_FIELDS } from '../campaign-draft.ts';
import { lockedWords } from '../locked-words.ts';
import type { SectionProps } from '../section.ts';
import css from './content.module.css';

const WEB_VERSIONS = [
  { id: 'link', label: 'Anyone with the link from an email' },
  { id: 'public', label: 'Everyone, on a public page' },
  { id: 'off', label: 'No one' },
] as const;
const MEASURED = [
  { id: 'domain', label: 'Use the domain setting', value: null },
  { id: 'yes', label: 'Measured', value: true },
  { id: 'no', label: 'Not measured', value: false },
] as const;
const TRACKED = [
  { field: 'opens', label: 'Opens' },
  { field: 'clicks', label: 'Clicks' },
] as const;

/** The fields, on request. */
export function MoreFields(props: SectionProps) {
  return (
    <details className={css['more']}>
      <summary>More: link parameters, web version, tracking</summary>
      {props.refusal === undefined ? <Fields {...props} /> : <Shown values={props.values} />}
    </details>
  );
}

function Fields({ values, change, failure, isLocked }: SectionProps) {
  const { utm, web_version, tracking } = values;
  const locked = isLocked ? lockedWords(undefined, true) : undefined;
  return (
    <div className={css['parts']}>
      <div className={css['fields']}>
        {UTM_FIELDS.map((field) => (
          <TextField
            key={field}
            label={`utm_${field}`}
            value={utm[field]}
            onChange={(text) => change({ utm: { ...utm, [field]: text } })}
            maxLength={UTM_MAX_LENGTH}
            error={fieldError(failure, `utm.${field}`)}
            isMono
          />
        ))}
      </div>
      <div className={css['fields']}>
        <Select
          label="Who can read the web version"
          value={web_version}
          options={WEB_VERSIONS}
          onChange={(id) => change({ web_version: id as EditedCampaign['web_version'] })}
          error={fieldError(failure, 'web_version')}
        />
        {locked === undefined &&
          TRACKED.map(({ field, label }) => (
            <Select
              key={field}
              label={label}
              value={measured(tracking[field]).id}
              options={MEASURED}
              onChange={(id) =>
                change({
                  tracking: { ...tracking, [field]: MEASURED.find((each) => each.id === id)?.value ?? null },
                })
              }
              error={fieldError(failure, `tracking.${field}`)}
            />
          ))}
      </div>
      {locked !== undefined && (
        <>
          <p className={css['soft']}>{locked}</p>
          <Facts facts={trackingFacts(tracking)} />
        </>
      )}
    </div>
  );
}

function Shown({ values: { utm, web_version, tracking } }: Pick<SectionProps, 'values'>) {
  return (
    <Facts
      facts={[
        ...UTM_FIELDS.filter((field) => utm[field] !== '').map(
          (field) => [`utm_${field}`, utm[field]] as const,
        ),
        ['Web version', WEB_VERSIONS.find(({ id }) => id === web_version)?.label ?? web_version],
        ...trackingFacts(tracking),
      ]}
    />
  );
}

function trackingFacts(tracking: EditedCampaign['tracking']) {
  return TRACKED.map(({ field, label }) => [label, measured(tracking[field]).label] as const);
}

function measured(value: boolean | null) {
  return MEASURED.find((each) => each.value === value) ?? MEASURED[0];
}
