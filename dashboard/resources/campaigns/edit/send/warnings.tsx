// What the checklist warns of, said once more before a campaign is sent.
import { TextWithCode } from '../../../../design/text/text-with-code.tsx';
import { findingCounts } from '../checklist/finding-counts.ts';
import { useKnownCheck } from '../checklist/known-check.ts';
import css from './send.module.css';

/** The warnings; nothing where there are none. */
export function Warnings({ campaignId }: { campaignId: string }) {
  const { known } = useKnownCheck(campaignId);
  const warnings = (known?.findings ?? []).filter(({ level }) => level === 'warning');
  if (known?.failure)
    return <p>The checklist is not available. The server checks the campaign again when you send it.</p>;
  if (warnings.length === 0) return null;
  return (
    <section className={css['warnings']} aria-label="Warnings">
      <p>The checklist has {findingCounts(warnings)}:</p>
      <ul>
        {warnings.map(({ message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same.
          <li key={index}>
            <TextWithCode text={message} />
          </li>
        ))}
      </ul>
    </section>
  );
}
